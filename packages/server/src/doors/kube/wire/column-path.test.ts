import type { Json } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePath } from './column-path.ts';
import { onlyProblems, refusal } from './testing/only-problems.ts';

const document: Json = {
  spec: { a: { b: 1 }, list: [{ n: 'x' }, { n: 'y' }], 'x.y': true, empty: null },
  metadata: { annotations: { 'example.dev/a': 'v' } },
  status: {
    conditions: [
      { type: 'Synced', status: 'False' },
      { type: 'Ready', status: 'True', count: 3, ok: true },
    ],
  },
};

test.each<[string, Json]>([
  ['.spec.a.b', [1]],
  ['spec.a.b', [1]],
  ['.spec.list[0].n', ['x']],
  ['.spec.list[-1].n', ['y']],
  ['.spec.list[*].n', ['x', 'y']],
  ['.spec.a.*', [1]],
  [".spec['x.y']", [true]],
  ['.spec["x.y"]', [true]],
  ['.spec.x\\.y', [true]],
  ["['spec'].a.b", [1]],
  ['.metadata.annotations.example\\.dev/a', ['v']],
  ['.status.conditions[?(@.type=="Ready")].status', ['True']],
  [".status.conditions[?( @.type == 'Ready' )].status", ['True']],
  ['.status.conditions[?(@.type!="Ready")].status', ['False']],
  ['.status.conditions[?(@.count==3)].type', ['Ready']],
  ['.status.conditions[?(@.ok==true)].type', ['Ready']],
  ['.status.conditions[?(@.absent!="x")].type', []],
  ['.spec.empty', [null]],
  ['.spec.absent.more', []],
  ['.spec.a[0]', []],
  ['.spec.list.length', []],
  ['.constructor', []],
  ['.__proto__', []],
  ['.', [document]],
])('%s', (path, found) => expect(compilePath(path)(document)).toEqual(found));

test.each(['', '.a..b', '.a[', '.a[x]', '.a]', '.a[?(@.b)]', '.a[?(@.b==c)]', '..a', '.a b', `.${'a'.repeat(2000)}`, '.a'.repeat(33)])(
  '%j is refused',
  (path) => expect(refusal(() => compilePath(path))).toEqual([400, expect.stringContaining('cannot read the path')]),
);

test('any path on any document finds something, or nothing, or is refused', () => {
  const piece = fc.constantFrom('.', '[', ']', '*', 'a', "'", '"', '?(@.a==', ')', '0', '\\', '[*]', '[0]', '.a', '__proto__');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.jsonValue(), (pieces, value) => {
      onlyProblems(() => compilePath(pieces.join(''))(value as Json));
    }),
    { seed: 1, numRuns: 3000 },
  );
});
