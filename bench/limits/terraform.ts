/** The peer of converging: as many resources that do nothing, by `terraform apply`. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether there is a `terraform` command. */
export const hasTerraform = (): Promise<boolean> =>
  run('terraform', ['version']).then(
    () => true,
    () => false,
  );

/** In milliseconds, from nothing to all of them made. */
export async function terraformApplyMs(folder: string, count: number): Promise<number> {
  const dir = join(folder, `terraform-${count}`);
  await mkdir(dir);
  const resources = Array.from({ length: count }, (_, i) => [`r${i}`, { input: { i, text: 'x'.repeat(300) } }]);
  await writeFile(join(dir, 'main.tf.json'), JSON.stringify({ resource: { terraform_data: Object.fromEntries(resources) } }));
  const terraform = (...args: string[]): Promise<unknown> => run('terraform', args, { cwd: dir, maxBuffer: 2 ** 28 });
  await terraform('init', '-input=false');
  const started = performance.now();
  await terraform('apply', '-auto-approve', '-input=false', '-no-color');
  return performance.now() - started;
}
