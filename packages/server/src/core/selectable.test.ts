import { describe, expect, test } from 'vitest';
import { ready } from '../testing/builders.ts';
import { placeOf, textAt } from './selectable.ts';
import { aReady } from './testing/scene.ts';

test.each([
  ['metadata.name', ['name']],
  ['metadata.namespace', ['project']],
  ['metadata.project', ['project']],
  ['spec.color', ['spec', 'color']],
  ['.spec.net.mask', ['spec', 'net', 'mask']],
  ['status.phase', ['state', 'output', 'phase']],
  ['status.output.phase', ['state', 'output', 'phase']],
  ['constructor', ['constructor']],
  ['__proto__.x', ['__proto__', 'x']],
  ['', ['']],
])('the field %s of the view stands at %j (R37)', (field, place) => {
  expect(placeOf(field)).toEqual(place);
});

describe('the text of a field', () => {
  const resource = aReady({
    spec: { color: 'red', big: true, size: 0, none: null, list: [1], object: { a: 1 }, '': 'empty' },
    state: ready({ output: { phase: 'Up' } }),
  });

  test.each([
    [['spec', 'color'], 'red'],
    [['spec', 'big'], 'true'],
    [['spec', 'size'], '0'],
    [['spec', 'none'], ''],
    [['spec', 'list'], ''],
    [['spec', 'object'], ''],
    [['spec', 'object', 'a'], '1'],
    [['spec', ''], 'empty'],
    [['spec', 'absent', 'deep'], ''],
    [['state', 'output', 'phase'], 'Up'],
    [['name'], 'one'],
    [['spec', 'constructor'], ''],
    [['__proto__', 'constructor', 'name'], ''],
    [['spec', 'list', 'length'], ''],
    [[], ''],
  ])('at %j is %j (R37)', (place, text) => {
    expect(textAt(resource, place)).toBe(text);
  });
});
