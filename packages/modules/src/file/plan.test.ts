import { describe, expect, test } from 'vitest';
import { plan } from './plan.ts';
import { outputOf, type FileSpec } from './spec.ts';
import { aSubject } from './testing/scratch.ts';

const motd: FileSpec = { path: 'motd', content: 'Hello.\n' };
const output = outputOf('motd', { type: 'file', mode: '0644', bytes: Buffer.from('Hello.\n') });
const fromNeed: FileSpec = { path: 'app.conf', template: '{{ needs.db.output.host }}' };
const db = (host: string) => ({ db: { kind: 'postgres', name: 'main', output: { host } } });

test('a create reads aloud', () => {
  expect(plan(aSubject(motd), { type: 'create', spec: motd })).toMatchObject({ summary: ['write motd: 7 bytes, mode 0644'] });
  const folder: FileSpec = { path: 'www', directory: true };
  expect(plan(aSubject(folder), { type: 'create', spec: folder })).toMatchObject({ summary: ['make folder www, mode 0755'] });
});

test('all that is wrong is told at once', () => {
  const spec: FileSpec = { path: '/etc/motd', content: 'a', template: '{{ x }}', directory: true };
  const refused = plan(aSubject(motd), { type: 'create', spec });
  const paths = refused.type === 'refuse' && refused.problems.map(({ path }) => path?.join('.'));
  expect(paths).toEqual(['spec.path', 'spec.template', 'spec.directory']);
});

const updated = (spec: FileSpec) => plan(aSubject(motd, { output }), { type: 'update', spec });

describe('an update', () => {
  test('to another path or type replaces', () => {
    expect(updated({ ...motd, path: 'issue' })).toMatchObject({ type: 'replace', reason: 'it moves from motd to issue' });
    expect(updated({ path: 'motd', directory: true })).toMatchObject({ type: 'replace', reason: 'a file cannot become a folder in place' });
  });

  test('that comes to the same file settles', () => {
    expect(updated({ ...motd, mode: '0644' })).toMatchObject({ type: 'settle', output });
    expect(updated({ path: 'motd', template: 'Hello.\n' })).toMatchObject({ type: 'settle', output });
  });

  test('of the content is a change', () => {
    expect(updated({ ...motd, content: 'Bye.\n' })).toMatchObject({ type: 'change', memo: { todo: 'write' } });
  });
});

describe('a template', () => {
  const written = outputOf('app.conf', { type: 'file', mode: '0644', bytes: Buffer.from('one') });

  test('whose need is not known yet marks what only apply will tell', () => {
    const needs = { db: { kind: 'postgres', name: 'main' } };
    expect(plan(aSubject(fromNeed, { needs }), { type: 'create', spec: fromNeed })).toMatchObject({
      type: 'change',
      unknown: [
        ['output', 'digest'],
        ['output', 'size'],
      ],
      summary: ['write app.conf: size known after apply, mode 0644'],
    });
  });

  test('is written again when the output of its need has changed', () => {
    const types = ['one', 'two'].map((host) => {
      const subject = aSubject(fromNeed, { output: written, needs: db(host) });
      return plan(subject, { type: 'update', spec: fromNeed }).type;
    });
    expect(types).toEqual(['noop', 'change']);
  });

  test('that grows too large is refused', () => {
    const spec: FileSpec = { path: 'a', template: '{{ needs.db.output.host }}'.repeat(2) };
    const refused = plan(aSubject(spec, { needs: db('x'.repeat(600_000)) }), { type: 'create', spec });
    expect(refused).toMatchObject({ type: 'refuse', problems: [{ code: 'too_large', path: ['spec', 'template'] }] });
  });
});

describe('an adopt', () => {
  const found = { spec: { ...motd, mode: '0644' }, output };

  test('of what is equal has nothing to do', () => {
    expect(plan(aSubject(motd), { type: 'adopt', spec: motd, found })).toEqual({ type: 'noop' });
  });

  test('of what differs writes it', () => {
    expect(plan(aSubject(motd), { type: 'adopt', spec: { ...motd, mode: '0600' }, found })).toMatchObject({ type: 'change' });
  });

  test('of another path is refused', () => {
    const spec = { ...motd, path: 'issue' };
    expect(plan(aSubject(spec), { type: 'adopt', spec, found })).toMatchObject({ type: 'refuse', problems: [{ path: ['spec', 'path'] }] });
  });
});
