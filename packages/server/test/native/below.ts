/** What lies below a resource. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { until } from '../../src/testing/until.ts';
import { collection, items, patch } from '../kube.ts';
import { type Answer, type Call, call, type Product, type Wire } from '../product.ts';
import { CORE, file, files, lamp, lamps, untilFits, untilReady } from './place.ts';

export function lyingBelow(given: () => Product, filesRoot: () => string): void {
  const PROJECT = 'below';
  const ask = (path: string, options?: Call): Promise<Answer> => call(given(), path, options);
  const post = (path: string, body: unknown = {}): Promise<Answer> => ask(path, { method: 'POST', body });
  const made = async (name: string, spec: object = {}, metadata: object = {}): Promise<Wire> => {
    expect(await post(lamps(PROJECT), lamp(name, spec, metadata))).toMatchObject({ status: 201 });
    return spec && 'mood' in spec ? {} : untilReady(given(), lamps(PROJECT, name));
  };

  test('actions are performed, checked and rehearsed', async () => {
    await made('acting', { bulbs: 5 });
    const dim = (body: object, query = ''): Promise<Answer> => post(`${lamps(PROJECT, 'acting/actions/dim')}${query}`, body);
    expect(await dim({ params: { by: 2 } }, '?dryRun=All')).toMatchObject({ status: 200, body: { spec: { bulbs: 3 } } });
    expect((await ask(lamps(PROJECT, 'acting'))).body.spec?.bulbs).toBe(5);
    expect(await dim({ params: { by: 2 } })).toMatchObject({ status: 200, body: { kind: 'Lamp', spec: { bulbs: 3 } } });
    expect(await dim({ params: { by: 0 } })).toMatchObject({ status: 422, body: { details: { causes: [{ field: 'params.by' }] } } });
    expect((await dim({ params: [] })).status).toBe(422);
    expect((await post(lamps(PROJECT, 'acting/actions/explode'))).status).toBe(400);
    expect((await post(lamps(PROJECT, 'nobody/actions/dim'), { params: { by: 1 } })).status).toBe(404);
  });

  test('revisions tell what was declared, and rollback declares it again', async () => {
    await made('rolling', { bulbs: 2, pin: 'sesame' });
    await patch(given(), lamps(PROJECT, 'rolling'), { spec: { bulbs: 9 } });
    await untilReady(given(), lamps(PROJECT, 'rolling'));
    const revisions = await ask(lamps(PROJECT, 'rolling/revisions'));
    expect(items(revisions).map(({ revision, spec }) => [revision, spec?.bulbs])).toEqual([
      [2, 9],
      [1, 2],
    ]);
    expect(items(revisions)[0]).toMatchObject({ createdBy: 'alice', reason: 'action:update' });
    expect(revisions.text).not.toContain('sesame');
    expect(items(await ask(lamps(PROJECT, 'rolling/revisions?limit=1')))).toHaveLength(1);
    expect(items(await ask(lamps(PROJECT, 'rolling/revisions?before=2'))).map(({ revision }) => revision)).toEqual([1]);
    expect(await post(lamps(PROJECT, 'rolling/rollback'), { revision: 1 })).toMatchObject({ status: 200, body: { spec: { bulbs: 2 } } });
    expect((await post(lamps(PROJECT, 'rolling/rollback'), { revision: 99 })).status).toBe(404);
    expect((await post(lamps(PROJECT, 'rolling/rollback'), {})).status).toBe(422);
  });

  test('logs are read, and followed as they grow', async () => {
    await post(files(PROJECT), file('grows', { path: 'grows.log', content: 'one\n' }));
    await untilReady(given(), files(PROJECT, 'grows'));
    expect(await ask(files(PROJECT, 'grows/logs'))).toMatchObject({ status: 200, text: 'one\n' });
    expect(await ask(files(PROJECT, 'grows/logs?tailLines=0'))).toMatchObject({ status: 200, text: '' });
    const stop = new AbortController();
    const response = await fetch(`${given().url}${files(PROJECT, 'grows/logs?follow=true')}`, { signal: stop.signal });
    let heard = '';
    const reading = (async () => {
      for await (const chunk of response.body ?? []) heard += new TextDecoder().decode(chunk);
    })().catch(() => undefined);
    await until(() => heard === 'one\n', { what: 'the first line' });
    await appendFile(join(filesRoot(), 'grows.log'), 'two\n');
    await until(() => heard === 'one\ntwo\n', { what: 'the second line' });
    stop.abort();
    await reading;
    expect((await ask(lamps(PROJECT, 'nobody/logs'))).status).toBe(404);
  });

  describe('work', () => {
    test('that fails is explained, tried again at once, and cancelled', async () => {
      await made('broken', { mood: 'broken' });
      await made('waiting', { mood: 'fine', dependencies: { next: 'broken' } });
      await untilFits(given(), lamps(PROJECT, 'broken'), 'a failed attempt', ({ status }) => Number(status?.attempt) > 0);
      await untilFits(given(), lamps(PROJECT, 'waiting'), 'that it waits', ({ status }) => String(status?.phase) === 'Blocked');
      const why = await ask(lamps(PROJECT, 'waiting/why'));
      expect(why.body).toMatchObject({
        kind: 'Why',
        ready: false,
        chain: [{ reason: 'Blocked' }, { message: expect.stringContaining('no current') as string }],
      });
      expect(why.body.roots).toMatchObject([{ urn: 'orn:entropy:lamp:below:broken' }]);
      const tree = await ask(lamps(PROJECT, 'waiting/tree'));
      expect(tree.body.root).toMatchObject({
        name: 'waiting',
        phase: 'Blocked',
        dependencies: [{ name: 'broken', key: 'next', ready: 'False', dependencies: [] }],
      });
      expect((await post(lamps(PROJECT, 'broken/retry'))).status).toBe(200);
      expect(await post(lamps(PROJECT, 'broken/cancel'))).toMatchObject({ status: 200, body: { status: { phase: 'Failed' } } });
      await patch(given(), lamps(PROJECT, 'broken'), { spec: { mood: 'fine' } });
      await untilReady(given(), lamps(PROJECT, 'waiting'));
      expect((await ask(lamps(PROJECT, 'waiting/why'))).body).toMatchObject({ ready: true, roots: [] });
    });

    test('is paused and resumed', async () => {
      await made('paused');
      expect(await post(lamps(PROJECT, 'paused/pause'))).toMatchObject({ status: 200, body: { status: { phase: 'Paused' } } });
      await patch(given(), lamps(PROJECT, 'paused'), { spec: { bulbs: 4 } });
      expect((await ask(lamps(PROJECT, 'paused'))).body.status?.output?.burning).toBe(1);
      await post(lamps(PROJECT, 'paused/resume'));
      await untilFits(given(), lamps(PROJECT, 'paused'), 'the bulbs', ({ status }) => Number(status?.output?.burning) === 4);
    });

    test('looks for drift when it is told to', async () => {
      await post(files(PROJECT), file('drifts', { content: 'mine' }, { annotations: { 'ectropy.dev/drift': 'report' } }));
      await untilReady(given(), files(PROJECT, 'drifts'));
      await appendFile(join(filesRoot(), 'drifts.txt'), ' not');
      expect((await post(files(PROJECT, 'drifts/drift'))).status).toBe(200);
      const { status } = await untilFits(
        given(),
        files(PROJECT, 'drifts'),
        'the drift',
        (object) => String(object.status?.phase) === 'Drifted',
      );
      expect(String(status?.drift)).toContain('→');
      expect((await post(files(PROJECT, 'drifts/drift?dryRun=All'))).status).toBe(200);
    });
  });

  test('what exists already is imported', async () => {
    await appendFile(join(filesRoot(), 'found.txt'), 'I was here');
    const imports = `${files(PROJECT)}/import`;
    expect(await post(`${imports}?dryRun=All`, { name: 'found', reference: 'found.txt' })).toMatchObject({ status: 201 });
    expect((await ask(files(PROJECT, 'found'))).status).toBe(404);
    expect(await post(imports, { name: 'found', reference: 'found.txt' })).toMatchObject({
      status: 201,
      body: { spec: { path: 'found.txt' } },
    });
    await untilReady(given(), files(PROJECT, 'found'));
    expect((await post(imports, { name: 'other', reference: 'nowhere.txt' })).status).toBe(404);
    expect(await post(imports, { name: 'other' })).toMatchObject({ status: 422, body: { details: { causes: [{ field: 'reference' }] } } });
    expect((await post(`${lamps(PROJECT)}/import`, { name: 'x', reference: 'y' })).status).toBe(405);
  });

  test('status and scale are subresources', async () => {
    await made('scaled', { bulbs: 2 });
    expect((await ask(lamps(PROJECT, 'scaled/status'))).body).toMatchObject({ kind: 'Lamp', status: { phase: 'Ready' } });
    expect(await ask(lamps(PROJECT, 'scaled/status'), { method: 'PUT', body: {} })).toMatchObject({ status: 405 });
    expect((await ask(lamps(PROJECT, 'scaled/scale'))).body).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      spec: { replicas: 2 },
      status: { replicas: 2 },
    });
    expect(await patch(given(), lamps(PROJECT, 'scaled/scale?dryRun=All'), { spec: { replicas: 8 } })).toMatchObject({
      body: { spec: { replicas: 8 } },
    });
    expect(await patch(given(), lamps(PROJECT, 'scaled/scale'), { spec: { replicas: 6 } })).toMatchObject({
      status: 200,
      body: { spec: { replicas: 6 } },
    });
    expect((await ask(lamps(PROJECT, 'scaled'))).body.spec?.bulbs).toBe(6);
    expect(await patch(given(), lamps(PROJECT, 'scaled/scale'), { spec: { replicas: -1 } })).toMatchObject({ status: 422 });
    expect((await patch(given(), lamps(PROJECT, 'scaled/scale'), { spec: { replicas: 101 } })).text).toContain('spec.bulbs');
    expect((await ask(files(PROJECT, 'grows/scale'))).status).toBe(404);
    expect((await ask(lamps(PROJECT, 'scaled/nonsense'))).status).toBe(404);
    expect((await ask(lamps(PROJECT, 'scaled/why'), { method: 'DELETE' })).status).toBe(405);
  });

  test('a project without resources of its own is renamed', async () => {
    await post(lamps('before'), lamp('stays'));
    const rename = `${collection(CORE, 'projects')}/before/rename`;
    expect((await post(rename, {})).status).toBe(422);
    expect(await post(rename, { to: 'after' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('orn:entropy:lamp:before:stays') as string },
    });
    await ask(lamps('before', 'stays'), { method: 'DELETE' });
    await untilFits(given(), lamps('before', 'stays'), 'that it is gone', ({ code }) => Number(code) === 404);
    expect(await post(rename, { to: 'after' })).toMatchObject({ status: 200, body: { metadata: { name: 'after' } } });
    expect((await ask('/api/v1/namespaces/after')).status).toBe(200);
    expect((await ask('/api/v1/namespaces/before')).status).toBe(404);
    expect((await post(`${collection(CORE, 'projects')}/default/rename`, { to: 'other' })).status).toBe(403);
  });
}
