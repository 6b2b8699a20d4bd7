/** The real kubectl, unmodified, against the whole product. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goingBeyond } from './kubectl/beyond.ts';
import { changing } from './kubectl/change.ts';
import { defining } from './kubectl/define.ts';
import { file, list, widget, widgets } from './kubectl/documents.ts';
import { type Binary, findKubectls } from './kubectl/find-kubectl.ts';
import { type Kubectl, openKubectl } from './kubectl/kubectl.ts';
import { looking } from './kubectl/look.ts';
import { removing } from './kubectl/remove.ts';
import { type Product, scratch, startProduct } from './product.ts';

/** Before it, some commands of these tests did not exist. */
const OLDEST = 27;
const [newest, ...others] = findKubectls().filter(({ minor }) => minor >= OLDEST);
/** The oldest, the newest but one, and one between them. */
const sample = others.filter((_, i) => i === 0 || i === others.length - 1 || i === Math.floor(others.length / 2));

if (!newest) console.warn(`skipped: there is no kubectl of 1.${OLDEST} or newer on the PATH; tools/get-kubectl.sh <folder> gets one`);

describe.skipIf(!newest)('kubectl', { timeout: 60_000 }, () => {
  let product: Product;
  let folder: Awaited<ReturnType<typeof scratch>>;
  let kubectl: Kubectl;
  const open = ({ path, minor }: Binary): Promise<Kubectl> =>
    openKubectl({ path, minor, url: product.url, dir: folder.dir, namespace: `kubectl-${minor}` });

  beforeAll(async () => {
    folder = await scratch();
    product = await startProduct({ args: ['--data', folder.dir, '--retry-base', '50ms'] });
    if (newest) kubectl = await open(newest);
    await kubectl.ok('apply -f -', { input: widgets });
  });
  afterAll(async () => {
    await product.stop();
    await folder[Symbol.asyncDispose]();
  });

  describe(`1.${newest?.minor} looks`, () => looking(() => kubectl));
  describe(`1.${newest?.minor} changes`, () => changing(() => kubectl));
  describe(`1.${newest?.minor} removes`, () => removing(() => kubectl));
  describe(`1.${newest?.minor} defines`, () => defining(() => kubectl));
  describe(`1.${newest?.minor} goes beyond`, () => goingBeyond(() => kubectl));

  test('the command on the PATH chooses a version for this server and does what it is told', async () => {
    const { ok } = await open({ path: 'kubectl', minor: newest?.minor ?? 0 });
    expect(await ok('version')).toContain('ectropy');
    expect(await ok('get ns default -o name')).toBe('namespace/default\n');
  });

  test.each(sample.map((binary) => ({ name: `1.${binary.minor}`, binary })))('so does $name', async ({ binary }) => {
    const { ok, fails, run, minor } = await open(binary);
    await ok(`create ns kubectl-${minor}`);
    expect(await ok('apply -f -', { input: list(file(`f${minor}`), widget('w')) })).toContain('created');
    await ok(`wait --for=condition=Ready file/f${minor} --timeout=15s`);
    expect(await ok('get files,wd')).toMatch(/Ready[^]*COLOR/);
    expect((await run('diff -f -', { input: file(`f${minor}`, { content: 'x' }) })).code).toBe(1);
    expect(await ok('apply -f -', { input: widget('w', { color: 'blue' }) })).toContain('configured');
    await ok('apply --server-side -f -', { input: widget('s') });
    expect(await fails('apply --server-side --field-manager=b -f -', { input: widget('s', { color: 'blue' }) })).toContain('conflict');
    expect(await ok('explain widget.spec.color')).toContain('Its color.');
    expect(await ok('auth can-i create files')).toBe('yes\n');
    expect(await ok('scale wd/w --replicas=3')).toContain('scaled');
    expect(await ok(`describe file f${minor}`)).toMatch(/Normal +Synced/);
    expect(await ok('delete wd --all')).toContain('deleted');
    await ok(`delete ns kubectl-${minor}`);
  });
});
