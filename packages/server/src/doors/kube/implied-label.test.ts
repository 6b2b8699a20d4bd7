import { expect, test } from 'vitest';
import { parseSelector } from '../../core/labels.ts';
import { splitImplied } from './implied-label.ts';
import type { WireView } from './view.ts';

const view = { implied: { label: 'kubernetes.io/metadata.name', path: ['name'] } } as unknown as WireView;
const split = (selector: string, seen = view) => splitImplied(parseSelector(selector), seen);

test('a demand on a label that stands nowhere is a demand on the field that it repeats', () => {
  expect(split('a=b,kubernetes.io/metadata.name=x')).toEqual({
    labels: [{ key: 'a', op: 'in', values: ['b'] }],
    fields: [{ path: ['name'], op: 'is', value: 'x' }],
  });
  expect(split('kubernetes.io/metadata.name notin (x,y)').fields).toEqual([
    { path: ['name'], op: 'isnt', value: 'x' },
    { path: ['name'], op: 'isnt', value: 'y' },
  ]);
  expect(split('kubernetes.io/metadata.name')).toEqual({ labels: [], fields: [] });
  expect(split('!kubernetes.io/metadata.name').fields).toEqual([{ path: ['name'], op: 'is', value: '' }]);
});

test('one of several values cannot be asked for, and that is said', () => {
  expect(() => split('kubernetes.io/metadata.name in (x,y)')).toThrow('only one value');
});

test('where no label is implied, all are labels', () => {
  expect(split('kubernetes.io/metadata.name in (x,y)', {} as WireView).labels).toHaveLength(1);
});
