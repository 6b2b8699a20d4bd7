import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Binaries, openBinaries } from '../store/embedded/binaries.ts';

/** PostgreSQL of this machine, or else the one from npm. `dir` takes the links that the latter may need. */
export async function findBinaries(dir: string): Promise<Binaries> {
  const bin = [...packaged(), ...(process.env['PATH'] ?? '').split(delimiter)].find(
    (place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')),
  );
  if (bin === undefined) return openBinaries(dir);
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), env: {} };
}

/** Debian's places, newest first. They come before PATH, where `postgres` may be a script of somebody's. */
function packaged(): readonly string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'));
}
