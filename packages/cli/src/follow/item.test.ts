import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Document } from '../api/document.ts';
import { inOrder } from './in-order.ts';
import { itemOf, oldestOf, told } from './item.ts';

const document = (name: string, { phase = 'Pending', version = '10', dependencies = {}, kind = 'File' } = {}): Document => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'default', resourceVersion: version },
  spec: { dependencies },
  status: { phase },
});

const shown = (documents: readonly Document[]) =>
  inOrder(documents).map(({ document: { metadata }, depth }) => `${depth} ${metadata.name}`);

const on = (...names: readonly string[]) => ({ dependencies: Object.fromEntries(names.map((name) => [name, { name }])) });

const layer = (i: number, at: number) =>
  document(`${i}-${at}`, { dependencies: Object.fromEntries([0, 1, 2, 3].map((to) => [String(to), { name: `${i - 1}-${to}` }])) });

describe('news', () => {
  const item = itemOf(document('a'), 'present', 100);

  test('ends the clock once, and starts it again when work begins anew', () => {
    const ready = told(item, { document: document('a', { phase: 'Ready', version: '11' }) }, 200);
    expect(ready).toMatchObject({ startedAt: 100, endedAt: 200, verdict: { state: 'done' } });
    expect(told(ready, { document: document('a', { phase: 'Drifted', version: '12' }) }, 300).endedAt).toBe(200);
    expect(told(ready, { document: document('a', { phase: 'Correcting', version: '12' }) }, 300).endedAt).toBeUndefined();
  });

  test('from before is no news, by number and not by letter', () => {
    expect(told(item, { document: document('a', { phase: 'Ready', version: '9' }) }, 200)).toBe(item);
    expect(told(item, { gone: true, version: '9' }, 200)).toBe(item);
    expect(told(item, { document: document('a', { phase: 'Ready', version: '100' }) }, 200).verdict.state).toBe('done');
    expect(told(item, { document: document('a', { phase: 'Ready', version: 'opaque' }) }, 200).verdict.state).toBe('done');
  });

  test('that it is gone is what was wanted, or not', () => {
    expect(told(itemOf(document('a'), 'absent', 1), { gone: true }, 2).verdict).toMatchObject({ state: 'done', phase: 'Deleted' });
    expect(told(item, { gone: true, version: '11' }, 2).verdict).toMatchObject({ state: 'failed', note: 'somebody has deleted it' });
  });

  test('the oldest version is where a watch has to begin', () => {
    expect(oldestOf(['12', '9', '100'])).toBe('9');
    expect(oldestOf([])).toBe('');
  });
});

describe('the order', () => {
  test('puts what others wait for above them', () => {
    expect(
      shown([document('disk', on('server')), document('server', on('net')), document('net'), document('free'), document('b', on('net'))]),
    ).toEqual(['0 net', '1 server', '2 disk', '1 b', '0 free']);
  });

  test('tells things of the same name apart by their kind', () => {
    const server = document('main', { kind: 'CloudServer', dependencies: { network: { kind: 'cloud_network', name: 'main' } } });
    const ordered = inOrder([server, document('main', { kind: 'CloudNetwork' })]);
    expect(ordered.map((one) => `${one.depth} ${one.document.kind}`)).toEqual(['0 CloudNetwork', '1 CloudServer']);
  });

  test('holds every document once, below what it depends on, whatever depends on whatever', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(names, fc.array(names)), { selector: ([name]) => name }), (graph) => {
        const documents = graph.map(([name, needs]) =>
          document(name, { dependencies: Object.fromEntries(needs.map((need) => [need, { name: need }])) }),
        );
        expect(new Set(inOrder(documents).map((one) => one.document))).toEqual(new Set(documents));
        expect(inOrder(documents)).toHaveLength(documents.length);
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  test('of a thousand in layers takes no time', () => {
    const documents = Array.from({ length: 250 }, (_, i) => [0, 1, 2, 3].map((at) => layer(i, at))).flat();
    expect(inOrder(documents)).toHaveLength(1_000);
  });
});
