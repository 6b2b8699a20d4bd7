import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keepReadOnly } from './read-only.ts';

const paths = ['id', 'net.address'];
const held = { id: 'i-1', net: { address: '10.0.0.1', mask: 24 }, size: 1 };
const keep = (spec: Parameters<typeof keepReadOnly>[1], current?: Parameters<typeof keepReadOnly>[2]) => keepReadOnly(paths, spec, current);

const filled = (spec: Parameters<typeof keepReadOnly>[1]) => ({ id: 7, ...(spec as object) });

describe('what only the server writes', () => {
  test('keeps its value when it is left out, beside all that was sent (R39)', () => {
    expect(keep({ size: 2, net: { mask: 8 } }, held)).toEqual({
      spec: { size: 2, id: 'i-1', net: { mask: 8, address: '10.0.0.1' } },
      problems: [],
    });
    expect(keep({ size: 2 }, held).spec).toEqual({ size: 2, id: 'i-1', net: { address: '10.0.0.1' } });
  });

  test('is let in when it is sent as it is (R39)', () => {
    expect(keep(held, held)).toEqual({ spec: held, problems: [] });
  });

  test('is refused when it is sent otherwise, or before it was ever written, all at once (R39)', () => {
    const wrong = { id: 'i-2', net: { address: '::1' } };
    const found = [
      { code: 'invalid', path: ['spec', 'id'], message: 'is read-only: only the server writes it', hint: 'leave it out' },
      { code: 'invalid', path: ['spec', 'net', 'address'], message: 'is read-only: only the server writes it', hint: 'leave it out' },
    ];
    expect(keep(wrong, held).problems).toEqual(found);
    expect(keep(wrong).problems).toEqual(found);
  });

  test('is refused also as null, which is not the same as left out (R39)', () => {
    expect(keep({ id: null }, held).problems).toHaveLength(1);
  });

  test.each([
    ['text', 'x'],
    ['a list', [1]],
    ['null', null],
    ['a number', 7],
  ] as const)('does not turn %s into an object: the schema has to see what was sent (R39)', (_, spec) => {
    expect(keep(spec, held).spec).toEqual(spec);
    expect(keep({ net: spec }, held).spec).toMatchObject({ net: spec, id: 'i-1' });
  });

  test('is not found in prototypes (R39)', () => {
    expect(keepReadOnly(['constructor', 'toString.name'], {}, {})).toEqual({ spec: {}, problems: [] });
    const polluting = JSON.parse('{"__proto__":{"id":"x"}}') as Record<string, never>;
    expect(keepReadOnly(['id'], polluting, {}).problems).toEqual([]);
    expect(({} as { id?: string }).id).toBeUndefined();
  });

  test('sent back as it was read changes nothing, whatever it is (R39)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.string(), { maxLength: 4 }), (spec, fields) => {
        const document = spec as Parameters<typeof keepReadOnly>[1];
        expect(keepReadOnly(fields, document, document)).toEqual({ spec: document, problems: [] });
      }),
      { seed: 39 },
    );
  });

  test('counts as left out when it has its default (R39)', () => {
    expect(keepReadOnly(['id'], { id: 7, a: 1 }, undefined, filled)).toEqual({ spec: { id: 7, a: 1 }, problems: [] });
    expect(keepReadOnly(['id'], { id: 8 }, undefined, filled).problems).toHaveLength(1);
    expect(keepReadOnly(['id'], { id: 7 }, { id: 9 }, filled)).toEqual({ spec: { id: 9 }, problems: [] });
  });
});
