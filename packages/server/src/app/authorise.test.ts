import { expect, test } from 'vitest';
import type { App, Caller } from './app.ts';
import type { Authorise } from './deps.ts';
import { declare, edit, refused, urnOf } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';

const urn = urnOf('note', 'n');
const { signal } = new AbortController();

/** Alice owns the project; whoever else asks about it, or about everything, is turned away. */
const onlyAlice: Authorise = ({ actor }, _verb, { project = 'demo' }) =>
  actor === 'alice' || project === 'other' ? undefined : { code: 'denied', message: `${actor} may not` };

/** Every way in, each as somebody. */
const asks: Readonly<Record<string, (app: App, who: Caller) => unknown>> = {
  apply: (app, who) => app.apply([edit('note', 'n')], who),
  'apply of what is not there': (app, who) => app.apply([edit('note', 'new', { mode: 'update' })], who),
  act: (app, who) => app.act({ urn, action: 'update', params: {} }, who),
  remove: (app, who) => app.remove([{ urn }], who),
  adopt: (app, who) => app.adopt({ kind: 'box', project: 'demo', name: 'a', reference: 'x' }, who),
  rollback: (app, who) => app.rollback(urn, 1, who),
  retry: (app, who) => app.retry(urn, who),
  cancel: (app, who) => app.cancel(urn, who),
  pause: (app, who) => app.pause(urn, who),
  resume: (app, who) => app.resume(urn, who),
  check: (app, who) => app.check(urn, who),
  plan: (app, who) => app.plan([{ type: 'remove', remove: { urn } }], who),
  plans: (app, who) => app.plans({ project: 'demo' }, who),
  report: (app, who) => app.report({ urn, status: () => ({}) }, who),
  rename: (app, who) => app.rename('demo', 'mine', who),
  'artifacts.list': (app, who) => app.artifacts.list(urn, who),
  'artifacts.get': (app, who) => app.artifacts.get(urn, 'x', who),
  'artifacts.set': (app, who) => app.artifacts.set(urn, 'x', { bytes: new Uint8Array(), mediaType: 'text/plain' }, who),
  'artifacts.remove': (app, who) => app.artifacts.remove(urn, 'x', who),
  tree: (app, who) => app.tree(urn, who),
  why: (app, who) => app.why(urn, who),
  get: (app, who) => app.get(urn, who),
  list: (app, who) => app.list({ project: 'demo' }, who),
  'list of everything': (app, who) => app.list({}, who),
  watch: (app, who) => app.watch({ project: 'demo', signal }, who)[Symbol.asyncIterator]().next(),
  revisions: (app, who) => app.revisions(urn, who),
  events: (app, who) => app.events({ urn }, who),
  logs: (app, who) => app.logs(urn, {}, who, { signal }),
  'modules.list': (app, who) => app.modules.list('demo', who),
  'modules.get': (app, who) => app.modules.get('demo', 'note', who),
  'modules.remove': (app, who) => app.modules.remove('demo', 'note', who),
};

test.each(Object.keys(asks))('%s is refused to those who may not, and changes nothing (L11)', async (name) => {
  await using bed = await openBed({ deps: { authorise: onlyAlice } });
  await declare(bed, 'note', 'n', { spec: { x: 1 } });
  const version = await bed.store.version();
  const asked = async (): Promise<unknown> => asks[name]?.(bed.app, { actor: 'mallory' });
  expect(await refused(asked())).toMatchObject([{ code: 'denied', message: 'mallory may not' }]);
  expect(await bed.store.version()).toBe(version);
});

test('a dependency in another project is as if it were not there (L11)', async () => {
  await using bed = await openBed();
  await declare(bed, 'box', 'secret', { project: 'other' });
  const [problem] = await refused(declare(bed, 'lid', 'l', { dependencies: { box: urnOf('box', 'secret', 'other') } }));
  expect(problem?.message).toBe("dependency 'orn:entropy:box:other:secret' not found");
});
