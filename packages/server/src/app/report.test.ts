import { describe, expect, test } from 'vitest';
import type { FieldManager } from '../core/resource.ts';
import { parallel } from '../store/testing/acts.ts';
import { both, condition, declare, edit, make, me, outputOf, peek, reach, refused, traces, urnOf, vanish } from './testing/asks.ts';
import { type Bed, openBed } from './testing/bed.ts';
import { define, gadget } from './testing/hub-kinds.ts';

const kind = 'gadget.example.dev';
const g = gadget('g');
const report = ({ app }: Bed, status: object, more = {}) => app.report({ urn: g, status: () => status as never, ...more }, me);
const manager: FieldManager = {
  manager: 'controller',
  operation: 'Update',
  apiVersion: 'example.dev/v1',
  time: 't',
  fieldsType: 'FieldsV1',
  fieldsV1: {},
};

describe.each(both)('a report on %s', (store) => {
  test('is what the thing says of itself, and changes nothing that is declared (R42)', async () => {
    await using bed = await openBed({ store });
    await define(bed);
    await declare(bed, kind, 'g', { spec: { size: 1 }, labels: { team: 'x' } });
    const resource = await report(bed, { phase: 'Up' });
    expect(resource).toMatchObject({
      spec: { size: 1 },
      labels: { team: 'x' },
      revision: 1,
      generation: 1,
      state: { status: 'ready', output: { phase: 'Up' } },
    });
    expect(await bed.app.revisions(g, me)).toHaveLength(1);
    expect(await peek(bed, g)).toEqual(resource);
  });

  test('that says the same again is not written (R42, L7)', async () => {
    await using bed = await openBed({ store });
    await define(bed);
    await declare(bed, kind, 'g');
    await report(bed, { phase: 'Up' });
    const before = await traces(bed, g);
    await report(bed, { phase: 'Up' });
    expect(await traces(bed, g)).toStrictEqual(before);
  });

  test('is kept through changes of what is declared (R42, R14)', async () => {
    await using bed = await openBed({ store });
    await define(bed);
    await declare(bed, kind, 'g');
    await report(bed, { phase: 'Up' });
    await declare(bed, kind, 'g', { spec: { size: 2 } });
    expect(outputOf((await peek(bed, g)) ?? expect.fail())).toEqual({ phase: 'Up' });
  });

  test('is refused for kinds whose status the server writes, and at another version (R42)', async () => {
    await using bed = await openBed({ store });
    await define(bed);
    await declare(bed, 'note', 'n');
    expect((await refused(bed.app.report({ urn: urnOf('note', 'n'), status: () => ({}) }, me)))[0]?.code).toBe('unsupported');
    expect((await refused(report(bed, {})))[0]?.code).toBe('not_found');
    const { resource } = await declare(bed, kind, 'g');
    await report(bed, { phase: 'A' }, { expected: resource.version });
    expect((await refused(report(bed, { phase: 'B' }, { expected: resource.version })))[0]?.code).toBe('conflict');
  });

  test('of many at once loses none (R42, L1)', async () => {
    await using bed = await openBed({ store });
    const other = await bed.beside();
    await define(bed);
    await define(other);
    await declare(bed, kind, 'g');
    await parallel(12, (i) =>
      (i % 2 ? bed : other).app.report({ urn: g, status: (current) => ({ ...(outputOf(current) as object), [`k${i}`]: i }) }, me),
    );
    expect(Object.keys(outputOf((await peek(bed, g)) ?? expect.fail()) as object)).toHaveLength(12);
  });

  test('wakes those who depend on it, and is handed to them (R42)', async () => {
    await using bed = await openBed({ store, lanes: 2 });
    await define(bed);
    await declare(bed, kind, 'g');
    await make(bed, 'box', 'a', { dependencies: { on: g } });
    await report(bed, { phase: 'Up' });
    await reach(bed, urnOf('box', 'a'), 'ready');
    const looks = () => bed.world.looksOf(urnOf('box', 'a'));
    await expect.poll(() => looks().at(-1)?.needs, { timeout: 5_000 }).toMatchObject({ on: { output: { phase: 'Up' } } });
  });

  test('on what waits for its deletion ends no waiting and loses no deletion (R42, L9)', async () => {
    await using bed = await openBed({ store });
    await define(bed);
    await declare(bed, kind, 'g', { finalizers: ['example.com/hold'] });
    await bed.app.remove([{ urn: g }], me);
    const told = await report(bed, { phase: 'Cleaning' });
    expect(condition(told, 'Blocked')?.reason).toBe('Finalizers');
    await bed.app.apply([edit(kind, 'g', { finalizers: [] })], me);
    await report(bed, { phase: 'Clean' }); // between the last finalizer and the worker's turn
    bed.work({ lanes: 1 });
    await vanish(bed, g);
  });

  test('says who manages its fields, and forgets it when nobody does (R42)', async () => {
    await using bed = await openBed({ store });
    await define(bed);
    await declare(bed, kind, 'g');
    expect((await report(bed, { a: 1 }, { managed: () => [manager] })).managed).toEqual([manager]);
    expect((await report(bed, { a: 2 })).managed).toEqual([manager]);
    expect(await report(bed, { a: 3 }, { managed: () => [] })).not.toHaveProperty('managed');
  });

  test('of hostile keys stays a plain document (R42, R18)', async () => {
    await using bed = await openBed({ store });
    await define(bed);
    await declare(bed, kind, 'g');
    const hostile = JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"😀":"\\u2028"}') as object;
    await report(bed, hostile);
    const output = outputOf((await peek(bed, g)) ?? expect.fail());
    expect(JSON.stringify(output)).toBe(JSON.stringify(hostile));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

test('a report in a dry run shows what would be, and writes nothing (R42)', async () => {
  await using bed = await openBed();
  await define(bed);
  await declare(bed, kind, 'g');
  const before = await traces(bed, g);
  const shown = await bed.app.report({ urn: g, status: () => ({ phase: 'Up' }) }, me, { dryRun: true });
  expect(outputOf(shown)).toEqual({ phase: 'Up' });
  expect(await traces(bed, g)).toStrictEqual(before);
});
