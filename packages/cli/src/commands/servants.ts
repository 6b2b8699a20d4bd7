import type { Registrar } from '../program.ts';
import { registerCloud } from './cloud.ts';

/** Shown in the help; they read their flags themselves. */
export function registerServants({ io, command, local }: Registrar): void {
  command('serve', 'run the server: API, workers and, without --database-url, a private PostgreSQL', [
    'ectropy serve',
    'ectropy serve --port 9000 --recheck 30s',
    'ectropy serve --help',
  ]);
  command('migrate', "bring the database to this version's schema, and end", ['ectropy migrate --database-url postgres://…']);
  const cloud = command('cloud-sim', 'run the cloud simulator that the cloud_* kinds work on, or look into it', [
    'ectropy cloud-sim',
    'ectropy cloud-sim list',
    "ectropy cloud-sim edit servers web-1 size=large   # behind Ectropy's back",
    'ectropy cloud-sim --help',
  ]);
  registerCloud(cloud, { io, local });
}
