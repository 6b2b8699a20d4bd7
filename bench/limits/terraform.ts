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

/** In milliseconds, from nothing to all of them made. It is not waited for longer than `patienceMs`: then it is not `done`. */
export async function terraformApply(
  folder: string,
  count: number,
  patienceMs: number,
): Promise<{ readonly ms: number; readonly done: boolean }> {
  const dir = join(folder, `terraform-${count}`);
  await mkdir(dir);
  const many = { count, input: { i: '${count.index}', text: 'x'.repeat(300) } };
  await writeFile(join(dir, 'main.tf.json'), JSON.stringify({ resource: { terraform_data: { many } } }));
  const terraform = (args: readonly string[], timeout = 0): Promise<unknown> =>
    run('terraform', [...args, '-input=false', '-no-color'], { cwd: dir, maxBuffer: 2 ** 28, timeout, killSignal: 'SIGKILL' });
  await terraform(['init']);
  const started = performance.now();
  const done = await terraform(['apply', '-auto-approve'], Math.ceil(patienceMs)).then(
    () => true,
    (error: unknown) => {
      if (performance.now() - started >= patienceMs) return false;
      throw error;
    },
  );
  return { ms: performance.now() - started, done };
}
