import { describe, expect, test } from 'vitest';
import { both, declare, edit, make, me, peek, reach, refused, sentences, urnOf, vanish } from './testing/asks.ts';
import { type Bed, openBed } from './testing/bed.ts';
import { hubModules } from './testing/hub-kinds.ts';
import { each } from '../watch/each.ts';

const theirs = (name: string, kind = 'crate') => urnOf(kind, name, 'owner');
const share = (bed: Bed, name: string, sharedWith: readonly string[]) => declare(bed, 'crate', name, { project: 'owner', sharedWith });
const onCrate = (name: string) => ({ dependencies: { crate: theirs(name) } });
const hatch = (name: string) => urnOf('hatch', name);

const crate = (sharedWith: readonly string[]) => edit('crate', 'c', { project: 'owner', sharedWith });

const notFound = (name: string) => [`dependencies.crate: dependency '${theirs(name)}' not found`];
const mustStay = (name: string, ...by: readonly string[]) =>
  `spec.sharing: resource with urn '${theirs(name)}' must stay shared while others depend on it: ${by.join(', ')}`;

describe.each(both)('a dependency in another project on %s', (store) => {
  test('is found where it is shared with the project, and used like any other (R35)', async () => {
    await using bed = await openBed({ store, lanes: 4, modules: hubModules });
    await make(bed, 'crate', 'c', { project: 'owner', sharedWith: ['demo'], spec: { size: 7 } });
    await make(bed, 'hatch', 'h', onCrate('c'));
    expect(bed.world.callsOf(hatch('h'))[0]?.needs).toEqual({ crate: { kind: 'crate', name: 'c', output: { id: 'c', size: 7 } } });
  });

  test('that is shared with everybody is found from everywhere (R35)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await share(bed, 'c', ['*']);
    await declare(bed, 'hatch', 'h', onCrate('c'));
    await declare(bed, 'hatch', 'h', { ...onCrate('c'), project: 'third' });
  });

  test('that is not shared, or with others only, is answered as one that is not there (R35, L11)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await share(bed, 'c', []);
    await share(bed, 'd', ['third', 'dem', 'demo2']);
    const answers = await Promise.all(['c', 'd', 'none'].map((name) => refused(declare(bed, 'hatch', 'h', onCrate(name)))));
    expect(answers.map(([problem]) => problem?.message.replace(/crate:owner:\w+/, '?'))).toEqual(
      Array(3).fill("dependency 'orn:entropy:?' not found"),
    );
    expect(new Set(answers.map(([problem]) => JSON.stringify({ ...problem, message: '' }))).size).toBe(1);
  });

  test('in the same request counts by what that declares, not by what was (R35)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    expect(await sentences(bed.app.apply([crate([]), edit('hatch', 'h', onCrate('c'))], me))).toEqual([`[1].${notFound('c')[0]}`]);
    await bed.app.apply([edit('hatch', 'h', onCrate('c')), crate(['demo'])], me);
    const both_ = [crate([]), edit('hatch', 'i', onCrate('c'))];
    expect((await sentences(bed.app.apply(both_, me)))[0]).toBe(`[1].${notFound('c')[0]}`);
    expect((await peek(bed, theirs('c')))?.sharedWith).toEqual(['demo']);
  });

  test('that is being deleted is refused (L9)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await share(bed, 'c', ['demo']);
    await bed.app.remove([{ urn: theirs('c') }], me);
    expect(await sentences(declare(bed, 'hatch', 'h', onCrate('c')))).toEqual([
      `dependencies.crate: dependency '${theirs('c')}' is being deleted`,
    ]);
  });

  test('keeps it from being deleted (L9)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await share(bed, 'c', ['demo']);
    await declare(bed, 'hatch', 'h', onCrate('c'));
    expect(await sentences(bed.app.remove([{ urn: theirs('c') }], me))).toEqual([
      `resource with urn '${theirs('c')}' cannot be deleted while others depend on it: ${hatch('h')}`,
    ]);
  });

  test('may close no cycle through projects', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await declare(bed, 'crate', 'a', { sharedWith: ['owner'] });
    await declare(bed, 'crate', 'b', { project: 'owner', sharedWith: ['demo'], dependencies: { on: urnOf('crate', 'a') } });
    const closing = declare(bed, 'crate', 'a', { sharedWith: ['owner'], dependencies: { on: theirs('b') } });
    expect((await refused(closing))[0]?.message).toContain('the dependencies form a cycle');
  });
});

describe.each(both)('the end of sharing on %s', (store) => {
  test('is refused while somebody depends on it, with the list of who (R35)', async () => {
    await using bed = await openBed({ store, lanes: 4, modules: hubModules });
    await make(bed, 'crate', 'c', { project: 'owner', sharedWith: ['demo', 'third'] });
    await declare(bed, 'hatch', 'h', onCrate('c'));
    await declare(bed, 'hatch', 'g', onCrate('c'));
    await declare(bed, 'hatch', 'own', { ...onCrate('c'), project: 'owner' });
    expect(await sentences(share(bed, 'c', ['third']))).toEqual([mustStay('c', hatch('g'), hatch('h'))]);
    expect(await sentences(share(bed, 'c', []))).toEqual([mustStay('c', hatch('g'), hatch('h'))]);
    await share(bed, 'c', ['demo']);
    await bed.app.remove([{ urn: hatch('h') }, { urn: hatch('g') }], me);
    await Promise.all([vanish(bed, hatch('h')), vanish(bed, hatch('g'))]);
    await share(bed, 'c', []);
    expect(await peek(bed, theirs('c'))).not.toHaveProperty('sharedWith');
  });

  test('from everybody to a few is refused for those who are not among them (R35)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await share(bed, 'c', ['*']);
    await declare(bed, 'hatch', 'h', onCrate('c'));
    expect(await sentences(share(bed, 'c', ['third']))).toEqual([mustStay('c', hatch('h'))]);
    await share(bed, 'c', ['third', 'demo']);
    await share(bed, 'c', ['*']);
  });

  test('is refused also together with a change of dependencies elsewhere (R35)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await share(bed, 'c', ['demo']);
    await declare(bed, 'hatch', 'h', onCrate('c'));
    await declare(bed, 'box', 'a');
    await declare(bed, 'box', 'b');
    const edits = [edit('crate', 'c', { project: 'owner', sharedWith: [] }), edit('box', 'a', { dependencies: { on: urnOf('box', 'b') } })];
    expect(await sentences(bed.app.apply(edits, me))).toEqual([`[0].${mustStay('c', hatch('h'))}`]);
  });

  test('is refused by a rollback and by a plan too (R35)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await share(bed, 'c', []);
    await share(bed, 'c', ['demo']);
    await declare(bed, 'hatch', 'h', onCrate('c'));
    expect(await sentences(bed.app.rollback(theirs('c'), 1, me))).toEqual([mustStay('c', hatch('h'))]);
    const plan = bed.app.plan([{ type: 'apply', edit: edit('crate', 'c', { project: 'owner', sharedWith: [] }) }], me);
    expect(await sentences(plan)).toEqual([mustStay('c', hatch('h'))]);
  });

  test('is not meant by a draft that says nothing of it (R31)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await share(bed, 'c', ['demo']);
    await declare(bed, 'crate', 'c', { project: 'owner', spec: { size: 3 } });
    expect((await peek(bed, theirs('c')))?.sharedWith).toEqual(['demo']);
  });

  test('and a new dependency at the same moment: never both (R35)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    const other = await bed.beside({ modules: hubModules });
    for (let round = 0; round < 10; round += 1) {
      const name = `c${round}`;
      await share(bed, name, ['demo']);
      const outcomes = await Promise.allSettled([share(bed, name, []), declare(other, 'hatch', name, onCrate(name))]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const shared = (await peek(bed, theirs(name)))?.sharedWith ?? [];
      expect(shared.includes('demo')).toBe((await peek(bed, hatch(name))) !== undefined);
    }
  });

  test('and an old resource that begins to depend on it at the same moment: never both (R35)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    const other = await bed.beside({ modules: hubModules });
    for (let round = 0; round < 10; round += 1) {
      const name = `c${round}`;
      await share(bed, name, ['demo']);
      await declare(bed, 'box', name);
      const outcomes = await Promise.allSettled([
        share(bed, name, []),
        declare(other, 'box', name, { dependencies: { on: theirs(name) } }),
        declare(other, 'box', name, { labels: { busy: 'yes' } }),
      ]);
      const [revoked, linked] = outcomes;
      expect([revoked?.status, linked?.status].toSorted()).toContain('rejected');
      const uses = Object.keys((await peek(bed, urnOf('box', name)))?.dependencies ?? {}).length > 0;
      if (uses) expect((await peek(bed, theirs(name)))?.sharedWith).toEqual(['demo']);
    }
  });

  test('and its target taken by another life of the name: the new one is not used unseen (R35)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    for (let round = 0; round < 6; round += 1) {
      const name = `k${round}`;
      await declare(bed, 'card', name, { project: 'owner', sharedWith: ['demo'] });
      const again = async () => {
        await bed.app.remove([{ urn: theirs(name, 'card') }], me);
        await declare(bed, 'card', name, { project: 'owner' });
      };
      await Promise.allSettled([again(), declare(bed, 'box', name, { dependencies: { on: theirs(name, 'card') } })]);
      const used = (await peek(bed, urnOf('box', name))) !== undefined;
      if (used) expect((await peek(bed, theirs(name, 'card')))?.sharedWith).toEqual(['demo']);
    }
  });
});

describe.each(both)('what is shared on %s', (store) => {
  test('is listed for a project that asks for it, and only for those it is shared with (R35, L11)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    await share(bed, 'mine', ['demo']);
    await share(bed, 'everybodys', ['*']);
    await share(bed, 'others', ['third']);
    await share(bed, 'nobodys', []);
    await declare(bed, 'crate', 'own');
    const names = async (shared?: 'also' | 'only', project = 'demo') =>
      (await bed.app.list({ kind: 'crate', project, ...(shared && { shared }) }, me)).resources.map(({ name }) => name).toSorted();
    expect(await names()).toEqual(['own']);
    expect(await names('also')).toEqual(['everybodys', 'mine', 'own']);
    expect(await names('only')).toEqual(['everybodys', 'mine']);
    expect(await names('only', 'owner')).toEqual([]);
    expect(await names('also', 'nowhere')).toEqual(['everybodys']);
  });

  test('comes to a watch when it is shared and leaves it when it is not any more, telling nothing of what it is since (R37, L11)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    const since = await bed.store.version();
    await share(bed, 'c', []);
    await share(bed, 'c', ['demo']);
    await declare(bed, 'crate', 'c', { project: 'owner', spec: { size: 2 } });
    await declare(bed, 'crate', 'c', { project: 'owner', spec: { size: 3, password: 'hidden' }, sharedWith: [] });
    await declare(bed, 'crate', 'end');
    const seen: string[] = [];
    const watched = each(bed.app.watch({ kind: 'crate', project: 'demo', shared: true, since, signal: AbortSignal.timeout(5_000) }, me));
    for await (const one of watched) {
      if (one.type === 'bookmark') continue;
      seen.push(`${one.type} ${one.resource.name} ${JSON.stringify(one.resource.spec)}`);
      if (one.resource.name === 'end') break;
    }
    expect(seen).toEqual(['new c {"size":1}', 'put c {"size":2}', 'left c {}', 'new end {"size":1}']);
  });
});

test('a hatch over a shared crate that is not ready waits for it across projects', async () => {
  await using bed = await openBed({ lanes: 4, modules: hubModules });
  const held = bed.world.hold(theirs('c'));
  await share(bed, 'c', ['demo']);
  await declare(bed, 'hatch', 'h', onCrate('c'));
  await reach(bed, hatch('h'), 'blocked');
  held.release();
  await reach(bed, hatch('h'), 'ready', 2_000);
});
