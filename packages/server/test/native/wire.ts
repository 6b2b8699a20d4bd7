/** The protocol itself: forms of answers, rehearsals, checks of fields, preconditions and refusals. */
import { describe, expect, test } from 'vitest';
import { apply, collection, items, patch, put, remove } from '../kube.ts';
import { type Answer, type Call, call, type Product } from '../product.ts';
import { CORE, files, file, lamp, lamps, untilReady } from './place.ts';

const refused = (status: number, reason: string): object => ({
  status,
  body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, code: status },
});

const twice = (name: string): string =>
  `{"apiVersion":"example.dev/v1","kind":"Widget","metadata":{"name":"${name}"},"spec":{"color":"blue","color":"red","what":1}}`;

export function speaking(given: () => Product): void {
  const PROJECT = 'wired';
  const ask = (path: string, options?: Call): Promise<Answer> => call(given(), path, options);
  const post = (path: string, body: unknown, headers: Call['headers'] = {}): Promise<Answer> => ask(path, { body, headers });

  describe('answers', () => {
    test('come as JSON, YAML, tables, and metadata alone', async () => {
      await post(lamps(PROJECT), lamp('shown', { pin: 'sesame' }, { labels: { a: 'b' } }));
      const one = lamps(PROJECT, 'shown');
      const yaml = await ask(one, { headers: { accept: 'application/yaml' } });
      expect(yaml.headers.get('content-type')).toContain('application/yaml');
      expect(yaml.text).toMatch(/^apiVersion: core\.ectropy\.dev\/v1\nkind: Lamp\n/);
      expect(yaml.text).not.toContain('sesame');
      const table = await ask(one, { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } });
      expect(table.body).toMatchObject({
        kind: 'Table',
        apiVersion: 'meta.k8s.io/v1',
        rows: [{ object: { kind: 'PartialObjectMetadata', metadata: { name: 'shown' } } }],
      });
      const whole = await ask(`${lamps(PROJECT)}?includeObject=Object`, {
        headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
      });
      expect(whole.body.rows).toMatchObject([{ object: { kind: 'Lamp', spec: { room: 'hall' } } }]);
      const partial = await ask(one, { headers: { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' } });
      expect(partial.body).toMatchObject({
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { name: 'shown', labels: { a: 'b' } },
      });
      expect(partial.body.spec).toBeUndefined();
      const list = await ask(lamps(PROJECT), { headers: { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' } });
      expect(list.body).toMatchObject({ kind: 'PartialObjectMetadataList', items: [{ metadata: { name: 'shown' } }] });
      expect(await ask(one, { headers: { accept: 'image/png' } })).toMatchObject(refused(406, 'NotAcceptable'));
    });

    test('are the same for the same idempotency key', async () => {
      const key = { 'idempotency-key': 'k-1' };
      const first = await post(lamps(PROJECT), lamp('keyed'), key);
      const again = await post(lamps(PROJECT), lamp('keyed'), key);
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.body.metadata?.uid).toBe(first.body.metadata?.uid);
      expect((await post(lamps(PROJECT), lamp('keyed', { bulbs: 2 }), key)).status).toBe(400);
      expect(await post(lamps(PROJECT), lamp('keyed'))).toMatchObject(refused(409, 'AlreadyExists'));
    });

    test('to documents in YAML are as to those in JSON', async () => {
      const text = `apiVersion: ${CORE}\nkind: Lamp\nmetadata:\n  name: from-yaml\nspec:\n  room: cellar\n`;
      expect(await post(lamps(PROJECT), text, { 'content-type': 'application/yaml' })).toMatchObject({
        status: 201,
        body: { spec: { room: 'cellar' } },
      });
      expect(await post(lamps(PROJECT), `${text}---\n${text}`, { 'content-type': 'application/yaml' })).toMatchObject(
        refused(400, 'BadRequest'),
      );
      expect(await post(lamps(PROJECT), 'a: [1', { 'content-type': 'application/yaml' })).toMatchObject(refused(400, 'BadRequest'));
    });
  });

  test('a rehearsal of every verb writes nothing', async () => {
    await post(lamps(PROJECT), lamp('rehearsal'));
    const before = await untilReady(given(), lamps(PROJECT, 'rehearsal'));
    const at = `${lamps(PROJECT, 'rehearsal')}?dryRun=All`;
    expect(await post(`${lamps(PROJECT)}?dryRun=All`, lamp('dry'))).toMatchObject({
      status: 201,
      body: { metadata: { uid: expect.any(String) as string } },
    });
    expect(await put(given(), at, { ...before, spec: { room: 'hall', bulbs: 3 } })).toMatchObject({
      status: 200,
      body: { metadata: { generation: 2 }, spec: { bulbs: 3 }, status: { phase: 'Ready' } },
    });
    expect(await patch(given(), at, { spec: { bulbs: 3 } })).toMatchObject({ status: 200, body: { spec: { bulbs: 3 } } });
    expect(
      await apply(given(), lamps(PROJECT, 'rehearsal'), lamp('rehearsal', { bulbs: 4 }), 'me', '&dryRun=All&force=true'),
    ).toMatchObject({ status: 200, body: { spec: { bulbs: 4 } } });
    expect(await apply(given(), lamps(PROJECT, 'dry'), lamp('dry'), 'me', '&dryRun=All')).toMatchObject({ status: 201 });
    expect((await remove(given(), at)).status).toBe(200);
    expect((await remove(given(), `${lamps(PROJECT)}?dryRun=All`)).status).toBe(200);
    expect((await ask(lamps(PROJECT, 'rehearsal'))).body).toEqual(before);
    expect((await ask(lamps(PROJECT, 'dry'))).status).toBe(404);
    expect(await post(`${lamps(PROJECT)}?dryRun=Some`, lamp('dry'))).toMatchObject({
      status: expect.toSatisfy((code: number) => code === 400 || code === 422),
    });
  });

  test('fields that nobody knows, or that stand twice, are refused, told, or passed over', async () => {
    const at = collection('example.dev/v1', 'widgets', PROJECT);
    const strict = await post(`${at}?fieldValidation=Strict`, twice('strict'));
    expect(strict).toMatchObject(refused(400, 'BadRequest'));
    expect(strict.text).toMatch(/strict decoding error: .*unknown field \\"spec\.what\\"/);
    expect(strict.text).toMatch(/duplicate field \\"spec\.color\\"/);
    const warned = await post(at, twice('warned'));
    expect(warned).toMatchObject({ status: 201, body: { spec: { color: 'red' } } });
    expect(warned.headers.get('warning')).toMatch(/299 - "unknown field \\"spec\.what\\""/);
    const ignored = await post(`${at}?fieldValidation=Ignore`, twice('ignored'));
    expect([ignored.status, ignored.headers.get('warning')]).toEqual([201, null]);
    expect((await post(`${at}?fieldValidation=Perhaps`, twice('perhaps'))).status).toBeGreaterThanOrEqual(400);
  });

  test('what was read at another version, or of another life, is not overwritten or deleted', async () => {
    const { body } = await post(files(PROJECT), file('guarded'));
    const path = files(PROJECT, 'guarded');
    await untilReady(given(), path);
    expect(await put(given(), path, { ...body, spec: { ...Object(body.spec), content: 'late' } })).toMatchObject(refused(409, 'Conflict'));
    expect(await put(given(), path, file('guarded'))).toMatchObject(refused(422, 'Invalid'));
    expect(await put(given(), files(PROJECT, 'nobody'), file('nobody'))).toMatchObject(refused(404, 'NotFound'));
    expect(await patch(given(), path, { metadata: { resourceVersion: '1' }, spec: { content: 'late' } })).toMatchObject(
      refused(409, 'Conflict'),
    );
    expect(await remove(given(), path, { preconditions: { resourceVersion: '1' } })).toMatchObject(refused(409, 'Conflict'));
    expect(await remove(given(), path, { preconditions: { uid: '00000000-0000-4000-8000-000000000000' } })).toMatchObject(
      refused(409, 'Conflict'),
    );
    expect((await remove(given(), path, { preconditions: { uid: String(body.metadata?.uid) } })).status).toBe(200);
  });

  describe('refusals are Status objects', () => {
    const one = lamps(PROJECT, 'shown');
    const cases: Readonly<Record<string, readonly [number, string, () => Promise<Answer>]>> = {
      'nothing there': [404, 'NotFound', () => ask(lamps(PROJECT, 'nobody'))],
      'an unknown kind': [404, 'NotFound', () => ask(collection(CORE, 'unicorns', PROJECT))],
      'an unknown group': [404, 'NotFound', () => ask('/apis/unicorn.example/v1/horns')],
      'a version of the future': [
        504,
        'Timeout',
        () => ask(`${lamps(PROJECT)}?resourceVersion=99999999999&resourceVersionMatch=NotOlderThan`),
      ],
      'a state of the past': [410, 'Expired', () => ask(`${lamps(PROJECT)}?resourceVersion=1&resourceVersionMatch=Exact`)],
      'a watch of a state of the future': [
        504,
        'Timeout',
        () =>
          ask(
            `${lamps(PROJECT)}?watch=true&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan&resourceVersion=99999999999`,
          ),
      ],
      'a continuation that nobody gave': [400, 'BadRequest', () => ask(`${lamps(PROJECT)}?limit=1&continue=xyz`)],
      'a body of an unknown type': [415, 'UnsupportedMediaType', () => post(lamps(PROJECT), 'x', { 'content-type': 'text/html' })],
      'a strategic patch': [
        415,
        'UnsupportedMediaType',
        () => ask(one, { method: 'PATCH', body: '{}', headers: { 'content-type': 'application/strategic-merge-patch+json' } }),
      ],
      'a wrong document': [422, 'Invalid', () => post(lamps(PROJECT), lamp('wrong', { bulbs: 'many' }))],
      'a wrong name': [422, 'Invalid', () => post(lamps(PROJECT), lamp('Wrong_Name!'))],
      'a wrong label': [422, 'Invalid', () => post(lamps(PROJECT), lamp('wrong', {}, { labels: { 'a b': 'c' } }))],
      'no name': [422, 'Invalid', () => post(lamps(PROJECT), { ...lamp('x'), metadata: {} })],
      'another kind': [400, 'BadRequest', () => post(lamps(PROJECT), file('wrong'))],
      'another namespace': [400, 'BadRequest', () => post(lamps(PROJECT), lamp('wrong', {}, { namespace: 'elsewhere' }))],
      'no manager of an apply': [422, 'Invalid', () => patch(given(), one, lamp('shown'), 'apply')],
      'half a document': [400, 'BadRequest', () => post(lamps(PROJECT), '{"spec":')],
      'a list for an object': [400, 'BadRequest', () => post(lamps(PROJECT), [])],
      'a wrong selector': [400, 'BadRequest', () => ask(`${lamps(PROJECT)}?labelSelector=${encodeURIComponent('a in (')}`)],
      'a wrong number': [400, 'BadRequest', () => ask(`${lamps(PROJECT)}?limit=many`)],
      'a method that is not there': [405, 'MethodNotAllowed', () => ask('/api/v1/namespaces/wired/events/x', { method: 'DELETE' })],
    };
    test.each(Object.entries(cases))('%s', async (_name, [status, reason, act]) => {
      const answer = await act();
      expect(answer).toMatchObject(refused(status, reason));
      expect(String(answer.body.message)).toMatch(/\S/);
    });

    test('every problem at once, with its field', async () => {
      const { body } = await post(lamps(PROJECT), { ...lamp('wrong', { bulbs: 500, room: 7, mood: 'sad' }, { labels: { 'a b': 'c' } }) });
      const fields = ((body.details?.causes ?? []) as unknown as readonly { field: string }[]).map(({ field }) => field).sort();
      expect(fields).toEqual(['metadata.labels[a b]', 'spec.bulbs', 'spec.mood', 'spec.room']);
    });
  });

  test('pages of a list stay together', async () => {
    const at = collection('example.dev/v1', 'widgets', 'pages');
    for (let i = 0; i < 5; i += 1)
      await post(at, { apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name: `w${i}` }, spec: { color: 'red' } });
    const first = await ask(`${at}?limit=2`);
    const second = await ask(`${at}?limit=2&continue=${String(first.body.metadata?.continue)}`);
    const third = await ask(`${at}?limit=2&continue=${String(second.body.metadata?.continue)}`);
    expect([first, second, third].flatMap(items).map(({ metadata }) => String(metadata?.name))).toEqual(['w0', 'w1', 'w2', 'w3', 'w4']);
    expect(second.body.metadata?.resourceVersion).toBe(first.body.metadata?.resourceVersion);
    expect(third.body.metadata?.continue).toBeUndefined();
  });
}
