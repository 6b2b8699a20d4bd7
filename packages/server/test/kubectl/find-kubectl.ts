/** The kubectl binaries of this machine. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

export interface Binary {
  /** Minor version: 33 for v1.33. */
  readonly minor: number;
  readonly path: string;
}

/** The one on the PATH, with those of other versions that stand beside it as `kubectl.1.NN`; the newest first. */
export function findKubectls(path = process.env.PATH ?? ''): readonly Binary[] {
  const found = path.split(delimiter).find((folder) => runs(join(folder, 'kubectl')));
  if (found === undefined) return [];
  const real = realpathSync(join(found, 'kubectl'));
  const beside = readdirSync(dirname(real)).flatMap((name): readonly Binary[] => {
    const minor = /^kubectl\.1\.(\d+)$/.exec(name)?.[1];
    return minor === undefined ? [] : [{ minor: Number(minor), path: join(dirname(real), name) }];
  });
  const all = beside.length > 0 ? beside : [{ minor: minorOf(real), path: real }];
  return all.toSorted((a, b) => b.minor - a.minor);
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function minorOf(path: string): number {
  const { clientVersion } = JSON.parse(execFileSync(path, ['version', '--client', '-o', 'json'], { encoding: 'utf8' })) as {
    readonly clientVersion: { readonly minor: string };
  };
  return Number.parseInt(clientVersion.minor, 10);
}
