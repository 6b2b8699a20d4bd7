/** The first start of all: its migrations are killed between file and file, and go on where they stood. */
import { once } from 'node:events';
import { launchServer } from './server-process.ts';

/** Each of these dies in the middle of a migration; the last comes up, and ends in order, so that what it has compiled is kept. */
const scripts = ['migrate.between-files=kill@1', 'migrate.between-files=kill@2', ''];

export async function migrateUnderFire(url: string, data: string, env: Readonly<Record<string, string>>): Promise<void> {
  for (const script of scripts) {
    const args = ['--port', '0', '--workers', '0', '--database-url', url, '--data', data, '--log-level', 'warn'];
    const { child, go, ready, output } = launchServer({ args, env, script });
    void ready.then(() => child.kill('SIGTERM'));
    go();
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    const expected = script === '' ? code === 0 : signal === 'SIGKILL';
    if (!expected) throw new Error(`the first start (${script || 'no failpoint'}) ended with ${String(code ?? signal)}:\n${output()}`);
  }
}
