import type { NeedView } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { fill } from './template.ts';

const needs: Readonly<Record<string, NeedView>> = {
  db: { kind: 'postgres', name: 'main', output: { host: 'h', port: 5432, replicas: ['r0', 'r1'], none: null, deep: { a: true } } },
  new: { kind: 'postgres', name: 'fresh' },
};

describe('a placeholder is filled', () => {
  test.each([
    ['{{ needs.db.output.host }}', 'h'],
    ['{{needs.db.output.port}}', '5432'],
    ['{{ needs.db.output.replicas.1 }}', 'r1'],
    ['{{ needs.db.output.deep }}', '{"a":true}'],
    ['{{ needs.new.name }}', 'fresh'],
    ['{{ "{{" }} stays }}', '{{ stays }}'],
    ['{"x":{"y":{{ needs.db.output.port }}}}', '{"x":{"y":5432}}'],
    ['no placeholder, $& and {{ left open', 'no placeholder, $& and {{ left open'],
    ['{{ needs.db.name }}-{{ needs.db.output.host }}-{{ needs.db.name }}', 'main-h-main'],
  ])('%s', (template, text) => {
    expect(fill(template, needs)).toEqual({ type: 'text', text });
  });
});

describe('a placeholder that leads nowhere is named', () => {
  test.each([
    '{{ needs.db.output.user }}',
    '{{ needs.db.output.none }}',
    '{{ needs.db.output.constructor }}',
    '{{ needs.db.output.host.length }}',
    '{{ needs.cache.output.host }}',
    '{{ needs.__proto__.name }}',
    '{{ needs.db.spec.host }}',
    '{{ env.HOME }}',
    '{{}}',
  ])('%s', (placeholder) => {
    expect(fill(`x ${placeholder} y`, needs)).toMatchObject({
      type: 'faulty',
      problems: [{ code: 'invalid', path: ['spec', 'template'], message: expect.stringContaining(placeholder) }],
    });
  });
});

test('what only apply can tell is unknown, unless something is wrong too', () => {
  expect(fill('{{ needs.new.output.host }}', needs)).toEqual({ type: 'unknown' });
  expect(fill('{{ needs.new.output.host }}{{ oops }}{{ oops }}', needs)).toMatchObject({ type: 'faulty', problems: [{}, {}] });
});

test('what is filled in is not filled again', () => {
  const tricky = { a: { kind: 'k', name: '{{ needs.b.name }}' }, b: { kind: 'k', name: 'secret' } };
  expect(fill('{{ needs.a.name }}', tricky)).toEqual({ type: 'text', text: '{{ needs.b.name }}' });
});
