/** Law 11 over HTTP: whoever belongs to one project sees nothing of the others, whatever is asked. `ISOLATION_REQUESTS` asks for more. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mutated } from '../fuzz/mutate.ts';
import { randomFrom } from '../fuzz/random.ts';
import { type Request, show } from '../fuzz/request.ts';
import { openAgent, send } from '../fuzz/send.ts';
import { readSorts } from '../fuzz/sort.ts';
import { validRequest } from '../fuzz/valid.ts';
import { openWorld } from '../fuzz/world.ts';
import { call } from '../product.ts';
import { readAttack, writeAttack } from './attack.ts';
import { all, mine, openScene, type Scene, things } from './scene.ts';

const REQUESTS = Number(process.env.ISOLATION_REQUESTS ?? 2_000);
const SEED = Number(process.env.ISOLATION_SEED ?? 7);
const LANES = 12;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene(`seed ${SEED}`);
});
afterAll(() => scene[Symbol.asyncDispose]());

const as = (request: Request, who: Readonly<Record<string, string>>): Request => ({ ...request, headers: { ...request.headers, ...who } });

/** Canaries in an answer that the question did not hold itself. */
function leaked(request: Request, { text, headers }: Awaited<ReturnType<typeof send>>): readonly string[] {
  const asked = new Set(scene.canaries.in(request.path + String(request.body ?? '')));
  return scene.canaries.in(text + JSON.stringify(headers)).filter((canary) => !asked.has(canary));
}

describe('what exists in another project and what does not are answered alike', () => {
  const asks: Readonly<Record<string, (name: string) => Request>> = {
    get: (name) => ({ method: 'GET', path: things('theirs', name), headers: {} }),
    'get of a status': (name) => ({ method: 'GET', path: things('theirs', `${name}/status`), headers: {} }),
    revisions: (name) => ({ method: 'GET', path: things('theirs', `${name}/revisions`), headers: {} }),
    tree: (name) => ({ method: 'GET', path: things('theirs', `${name}/tree`), headers: {} }),
    why: (name) => ({ method: 'GET', path: things('theirs', `${name}/why`), headers: {} }),
    artifacts: (name) => ({ method: 'GET', path: things('theirs', `${name}/artifacts/file.txt`), headers: {} }),
    delete: (name) => ({ method: 'DELETE', path: things('theirs', name), headers: {} }),
    create: (name) => ({ method: 'POST', path: things('theirs'), headers: {}, body: JSON.stringify({ metadata: { name }, spec: {} }) }),
    apply: (name) => ({
      method: 'PATCH',
      path: `${things('theirs', name)}?fieldManager=m`,
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: '{"spec":{}}',
    }),
    rollback: (name) => ({ method: 'POST', path: things('theirs', `${name}/rollback`), headers: {}, body: '{"revision":1}' }),
    retry: (name) => ({ method: 'POST', path: things('theirs', `${name}/retry`), headers: {} }),
    'a dependency': (name) => ({
      method: 'POST',
      path: things('mine'),
      headers: {},
      body: JSON.stringify({ metadata: { name: 'x' }, spec: { dependencies: { base: `orn:entropy:thing.fuzz:theirs:${name}` } } }),
    }),
    'v1beta1 get': (name) => ({ method: 'GET', path: `/api/v1beta1/resources/orn:entropy:thing.fuzz:theirs:${name}`, headers: {} }),
    'v1beta1 delete': (name) => ({ method: 'DELETE', path: `/api/v1beta1/resources/orn:entropy:thing.fuzz:theirs:${name}`, headers: {} }),
    'a plan': (name) => ({
      method: 'GET',
      path: `/apis/core.ectropy.dev/v1/namespaces/mine/plans/${name === 'plain' ? scene.known.plan : '00000000-0000-0000-0000-000000000000'}`,
      headers: {},
    }),
    'a namespace': (name) => ({ method: 'GET', path: `/api/v1/namespaces/${name === 'plain' ? 'theirs' : 'theirx'}`, headers: {} }),
  };

  test.each(Object.keys(asks))('%s', async (ask) => {
    const agent = openAgent(1);
    const answers = await Promise.all(
      ['plain', 'plaix'].map(async (name) => {
        const request = asks[ask]?.(name) as Request;
        const { status, text } = await send(scene.url, as(request, mine), agent);
        return {
          status,
          text: text
            .replaceAll(name, 'NAME')
            .replaceAll('theirx', 'theirs')
            .replaceAll(scene.known.plan, 'PLAN')
            .replaceAll('00000000-0000-0000-0000-000000000000', 'PLAN'),
        };
      }),
    );
    agent.destroy();
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.status).toBeGreaterThanOrEqual(400);
  });
});

const ask = async (path: string, body?: unknown) => call(scene, path, { headers: mine, ...(body !== undefined && { body }) });

describe('whoever belongs to one project', () => {
  test('sees its own project in the list of namespaces and no other', async () => {
    const { body } = await ask('/api/v1/namespaces');
    expect((body.items as unknown as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name)).toEqual(['mine']);
    expect((await ask('/api/v1/namespaces/mine')).status).toBe(200);
  });

  test.each([
    '/apis/fuzz.ectropy.dev/v1/things',
    '/apis/fuzz.ectropy.dev/v1/beacons',
    '/api/v1/events',
    things('theirs'),
    '/api/v1beta1/resources',
    '/api/v1beta1/watch',
  ])('is turned away from %s', async (path) => {
    expect((await ask(path)).status).toBe(403);
  });

  test('reads kinds and their definitions', async () => {
    expect((await ask('/apis/core.ectropy.dev/v1/kinddefinitions/things.fuzz')).status).toBe(200);
    expect((await ask('/apis/apiextensions.k8s.io/v1/customresourcedefinitions')).status).toBe(200);
  });

  test('reads what is shared with it, without whom else it is shared with, and not its past', async () => {
    const { status, body } = await ask(things('theirs', 'open'));
    expect(status).toBe(200);
    expect(body.spec?.sharing?.projects).toEqual([{ name: 'mine' }]);
    expect((await ask(`${things('mine')}?shared=true`)).text).toContain('"open"');
    expect((await ask(things('theirs', 'open/revisions'))).status).toBe(403);
    const tree = await ask(things('mine', 'own/tree'));
    expect(tree.text).toContain('thing.fuzz:theirs:open');
    expect(tree.text).not.toContain('thing.fuzz:theirs:hidden');
  });

  const reviews: readonly (readonly [object, boolean])[] = [
    [{ namespace: 'mine', verb: 'delete', group: 'fuzz.ectropy.dev', resource: 'things' }, true],
    [{ namespace: 'theirs', verb: 'get', group: 'fuzz.ectropy.dev', resource: 'things' }, false],
    [{ verb: 'list', group: 'fuzz.ectropy.dev', resource: 'things' }, false],
    [{ verb: 'list', group: 'fuzz.ectropy.dev', resource: 'beacons' }, false],
    [{ verb: 'list', group: 'core.ectropy.dev', resource: 'kinddefinitions' }, true],
    [{ verb: 'create', group: 'core.ectropy.dev', resource: 'kinddefinitions' }, false],
    [{ verb: 'create', group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' }, false],
    [{ verb: 'get', group: '', resource: 'namespaces', name: 'mine' }, true],
    [{ verb: 'get', group: '', resource: 'namespaces', name: 'theirs' }, false],
    [{ verb: 'delete', group: '', resource: 'namespaces', name: 'mine' }, false],
    [{ namespace: 'theirs', verb: 'list', group: '', resource: 'events' }, false],
  ];

  test.each(reviews)('is told the truth about %j', async (resourceAttributes, allowed) => {
    const { body } = await ask('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', { spec: { resourceAttributes } });
    expect(body.status?.allowed).toBe(allowed);
  });
});

test(
  `of ${REQUESTS} random requests of one project, none sees anything of another; whoever may see everything does`,
  async () => {
    const random = randomFrom(SEED);
    const sorts = await readSorts({ url: scene.url });
    const world = openWorld(['mine', 'theirs']);
    const agent = openAgent(LANES);
    const leaks: string[] = [];
    const seen = new Set<string>();
    let left = REQUESTS;

    const make = (): Request => {
      if (random.chance(0.35)) return readAttack(scene.known, random);
      if (random.chance(0.3)) return writeAttack(scene.known, random);
      const good = validRequest({ sorts, world, random });
      return random.chance(0.6) ? good : mutated(good, world, random);
    };
    const lane = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const request = make();
        const answer = await send(scene.url, as(request, mine), agent);
        for (const canary of leaked(request, answer))
          leaks.push(
            `${scene.canaries.all.get(canary)} in the answer ${answer.status} to ${show(request)}: ${answer.text.slice(0, 1_500)}`,
          );
        if (request.method !== 'GET') continue;
        const open = await send(scene.url, as(request, all), agent);
        for (const canary of leaked(request, open)) seen.add(canary);
      }
    };
    const stirring = stir();
    await Promise.all(Array.from({ length: LANES }, lane));
    await stirring.stop();
    agent.destroy();

    expect(leaks.slice(0, 3)).toEqual([]);
    const unseen = [...scene.canaries.all].filter(([canary, about]) => !seen.has(canary) && about !== 'a secret').map(([, about]) => about);
    expect(unseen).toEqual([]);
    expect(scene.output()).not.toContain('a request failed');
  },
  120_000 + REQUESTS * 50,
);

/** Somebody works in the other project all the time, so that watches have something to tell. */
function stir(): { stop(): Promise<void> } {
  const stop = new AbortController();
  const work = (async () => {
    for (let i = 0; !stop.signal.aborted; i += 1) {
      await call(scene, things('theirs', 'hidden'), {
        method: 'PATCH',
        body: { spec: { size: i % 50 } },
        headers: { ...all, 'content-type': 'application/merge-patch+json' },
      });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    async stop() {
      stop.abort();
      await work;
    },
  };
}
