/** The real `file` kind in the whole engine: what a person does to files, and what Ectropy makes of it. */
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileModule, kafkaModule } from '@ectropy/modules';
import { expect, test } from 'vitest';
import { declare, edit, manage, me, onDelete, onDrift, refused, urnOf } from '../src/app/testing/asks.ts';
import { type Bed, openBed } from '../src/app/testing/bed.ts';
import type { Resource } from '../src/core/resource.ts';
import { until } from '../src/testing/until.ts';
import { scratch } from './product.ts';

const urn = urnOf('file', 'note');

async function open(): Promise<{ readonly bed: Bed; readonly path: string; readonly dir: string } & AsyncDisposable> {
  const folder = await scratch();
  const bed = await openBed({ lanes: 2, modules: () => [fileModule({ root: folder.dir }), kafkaModule] });
  const close = async (): Promise<void> => {
    await bed[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  return { bed, dir: folder.dir, path: join(folder.dir, 'note.txt'), [Symbol.asyncDispose]: close };
}

const note = { path: 'note.txt', content: 'as declared', mode: '0640' };
const get = ({ app }: Bed): Promise<Resource> => app.get(urn, me);
const settled = (bed: Bed): Promise<unknown> => until(async () => (await get(bed)).state.status === 'ready');
const says = async (bed: Bed, type: string): Promise<string | undefined> =>
  (await get(bed)).conditions.find((condition) => condition.type === type)?.message;

/** Looks now and waits until the look, and what it led to, is over. */
async function look(bed: Bed): Promise<void> {
  const before = bed.counted.length;
  await bed.app.check(urn, me);
  await until(
    async () => bed.counted.length > before || (await get(bed)).conditions.some(({ type }) => type === 'Drifted' || type === 'Contested'),
  );
  await settled(bed);
}

test('every correction is an event with both values', async () => {
  await using scene = await open();
  const { bed, path } = scene;
  await declare(bed, 'file', 'note', { spec: note });
  await settled(bed);
  await writeFile(path, 'tampered');
  await chmod(path, 0o600);
  await look(bed);
  expect(await readFile(path, 'utf8')).toBe('as declared');
  expect((await stat(path)).mode & 0o777).toBe(0o640);
  const events = await bed.app.events({ urn }, me);
  expect(events.find(({ reason }) => reason === 'DriftCorrected')).toMatchObject({
    message: expect.stringContaining('content: "tampered" → "as declared"'),
    changes: expect.arrayContaining([
      { path: ['content'], before: 'tampered', after: 'as declared' },
      { path: ['mode'], before: '0600', after: '0640' },
    ]),
  });
});

test('a file that is gone comes back', async () => {
  await using scene = await open();
  const { bed, path } = scene;
  await declare(bed, 'file', 'note', { spec: note });
  await settled(bed);
  await rm(path);
  await look(bed);
  expect(await readFile(path, 'utf8')).toBe('as declared');
});

test('whoever keeps changing it back is not fought: after three corrections within an hour the two values are told', async () => {
  await using scene = await open();
  const { bed, path } = scene;
  await declare(bed, 'file', 'note', { spec: note });
  await settled(bed);
  for (let round = 0; round < 3; round += 1) {
    await writeFile(path, 'theirs');
    await look(bed);
    expect(await readFile(path, 'utf8')).toBe('as declared');
  }
  await writeFile(path, 'theirs');
  await bed.app.check(urn, me);
  await until(async () => (await says(bed, 'Contested')) !== undefined);
  expect(await says(bed, 'Contested')).toContain('"as declared" → "theirs"');
  expect(await readFile(path, 'utf8')).toBe('theirs');

  await bed.app.retry(urn, me);
  await until(async () => (await readFile(path, 'utf8')) === 'as declared');
});

test('drift is only reported where that is asked for', async () => {
  await using scene = await open();
  const { bed, path } = scene;
  await declare(bed, 'file', 'note', { spec: note, annotations: onDrift('report') });
  await settled(bed);
  await writeFile(path, 'theirs');
  await bed.app.check(urn, me);
  await until(async () => (await says(bed, 'Drifted')) !== undefined);
  expect(await says(bed, 'Drifted')).toContain('content: "as declared" → "theirs"');
  expect(await readFile(path, 'utf8')).toBe('theirs');
});

test('what exists is taken over as it is, or brought to what is declared', async () => {
  await using scene = await open();
  const { bed, path, dir } = scene;
  await mkdir(dir, { recursive: true });
  await writeFile(path, 'older than Ectropy', { mode: 0o600 });
  const { operation } = await bed.app.adopt({ kind: 'file', project: 'demo', name: 'note', reference: 'note.txt' }, me);
  expect(operation.type).toBe('adopt');
  await settled(bed);
  expect(await get(bed)).toMatchObject({
    spec: { path: 'note.txt', content: 'older than Ectropy', mode: '0600' },
    generation: 1,
    observedGeneration: 1,
  });
  expect(await readFile(path, 'utf8')).toBe('older than Ectropy');

  expect(await refused(bed.app.adopt({ kind: 'file', project: 'demo', name: 'other', reference: 'nothing.txt' }, me))).toMatchObject([
    { code: 'not_found' },
  ]);
});

test('what is only observed is never written, and deleting it leaves the file', async () => {
  await using scene = await open();
  const { bed, path } = scene;
  await declare(bed, 'file', 'note', { spec: note, annotations: manage('observe') });
  await until(async () => (await says(bed, 'Drifted')) !== undefined);
  await expect(stat(path)).rejects.toThrow('ENOENT');
  await writeFile(path, 'as declared', { mode: 0o640 });
  await bed.app.check(urn, me);
  await until(async () => (await says(bed, 'Drifted')) === undefined);
  await bed.app.remove([{ urn }], me);
  await until(async () => (await refused(get(bed))).length > 0);
  expect(await readFile(path, 'utf8')).toBe('as declared');
});

test('an orphaned file outlives its resource', async () => {
  await using scene = await open();
  const { bed, path } = scene;
  await declare(bed, 'file', 'note', { spec: note, annotations: onDelete('orphan') });
  await settled(bed);
  await bed.app.remove([{ urn }], me);
  await until(async () => (await refused(get(bed))).length > 0);
  expect(await readFile(path, 'utf8')).toBe('as declared');
});

test('a plan reads aloud, marks what it replaces and what only apply will tell, and does exactly that', async () => {
  await using scene = await open();
  const { bed, dir } = scene;
  await declare(bed, 'file', 'note', { spec: note });
  await settled(bed);
  const template = edit('file', 'view', {
    spec: { path: 'view.txt', template: 'see {{ needs.note.output.digest }}' },
    dependencies: { note: urn },
  });
  const moved = edit('file', 'note', { spec: { ...note, path: 'moved.txt' } });
  const plan = await bed.app.plan([{ type: 'apply', edit: moved }], me);
  expect(plan.summary.lines).toMatchInlineSnapshot(`
    [
      "1 to replace",
      "± orn:entropy:file:demo:note",
      "    spec.path: "note.txt" → "moved.txt" (replaces)",
      "    because it moves from note.txt to moved.txt; spec.path cannot change in place",
      "    › write moved.txt: 11 bytes, mode 0640",
    ]
  `);
  await bed.app.applyPlan(plan.id, me);
  await settled(bed);
  expect(await readFile(join(dir, 'moved.txt'), 'utf8')).toBe('as declared');
  expect(await refused(bed.app.applyPlan(plan.id, me))).toMatchObject([{ code: 'conflict', message: expect.stringContaining('is stale') }]);

  const second = await bed.app.plan([{ type: 'apply', edit: template }], me);
  expect(second.summary.lines).toMatchInlineSnapshot(`
    [
      "1 to create",
      "+ orn:entropy:file:demo:view",
      "    spec.path: "view.txt"",
      "    spec.template: "see {{ needs.note.output.digest }}"",
      "    dependencies.note: "orn:entropy:file:demo:note"",
      "    › write view.txt: 75 bytes, mode 0644",
    ]
  `);
  await bed.app.applyPlan(second.id, me);
  await until(async () => (await readFile(join(dir, 'view.txt'), 'utf8').catch(() => '')).startsWith('see sha256:'));
});
