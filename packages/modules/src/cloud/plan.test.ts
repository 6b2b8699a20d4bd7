import { describe, expect, test } from 'vitest';
import { plan as planDisk } from './disk/plan.ts';
import { plan as planNetwork } from './network/plan.ts';
import { plan as planServer } from './server/plan.ts';
import type { ServerSpec } from './server/spec.ts';
import { aSubject } from './testing/life.ts';

const small: ServerSpec = { size: 'small', image: 'debian-12', power: 'on' };
const made = { id: 'srv-1', address: '10.1.0.2', network: 'net-1', size: 'small', power: 'on' };
const network = (id?: string) => ({ network: { kind: 'cloud_network', name: 'net', ...(id !== undefined && { output: { id } }) } });
const driftOf = (field: string) => [{ path: [field], before: 'a', after: 'b' }];
const aServer = (needs = network('net-1'), spec = small) => aSubject(spec, { output: made, needs });

describe('a server', () => {
  test('that is new reads aloud, and says what only apply will tell', () => {
    expect(planServer(aSubject(small), { type: 'create', spec: small })).toEqual({
      type: 'change',
      spec: small,
      memo: { todo: 'create' },
      summary: ['create server p-web: small, debian-12'],
      unknown: [
        ['output', 'id'],
        ['output', 'address'],
      ],
    });
  });

  test('changes its size in place', () => {
    const spec = { ...small, size: 'large' } as const;
    expect(planServer(aServer(), { type: 'update', spec })).toEqual({ type: 'change', spec, memo: { todo: 'look', id: 'srv-1' } });
  });

  test.each([
    ['image', { ...small, image: 'debian-13' }],
    ['name', { ...small, name: 'front' }],
  ])('is replaced for another %s', (field, spec) => {
    expect(planServer(aServer(), { type: 'update', spec })).toEqual({
      type: 'replace',
      spec,
      reason: `a server cannot change its ${field} in place`,
    });
  });

  test('is replaced in another network', () => {
    const reason = 'a server cannot move to another network in place';
    expect(planServer(aServer(network('net-2')), { type: 'update', spec: small })).toEqual({ type: 'replace', spec: small, reason });
  });

  test('is made anew if its network, not known yet, turns out to be another one', () => {
    expect(planServer(aServer(network()), { type: 'update', spec: small })).toEqual({
      type: 'change',
      spec: small,
      memo: { todo: 'look', id: 'srv-1', renew: true },
      summary: ['made anew if its network turns out to be another one'],
    });
  });

  test('stays as it is when its name or its labels are written out', () => {
    expect(planServer(aServer(), { type: 'update', spec: { ...small, name: 'p-web', labels: {} } })).toEqual({ type: 'noop' });
  });

  test('whose network or image has drifted is replaced, and corrected otherwise', () => {
    for (const field of ['network', 'image'])
      expect(planServer(aServer(), { type: 'correct', missing: false, drift: driftOf(field) })).toMatchObject({ type: 'replace' });
    expect(planServer(aServer(), { type: 'correct', missing: false, drift: driftOf('size') })).toMatchObject({ memo: { todo: 'look' } });
    const deep = [{ path: ['labels', 'image'], before: null, after: 'x' }];
    expect(planServer(aServer(), { type: 'correct', missing: false, drift: deep })).toMatchObject({ memo: { todo: 'look' } });
  });

  test('is rebooted when it is there and on', () => {
    const reboot = { type: 'act', action: 'reboot', params: {} } as const;
    expect(planServer(aServer(), reboot)).toMatchObject({ memo: { todo: 'reboot', id: 'srv-1' }, summary: ['reboot server p-web'] });
    expect(planServer(aSubject(small), reboot)).toMatchObject({ problems: [{ code: 'conflict' }] });
    const off = aServer(network('net-1'), { ...small, power: 'off' });
    expect(planServer(off, reboot)).toMatchObject({ problems: [{ code: 'invalid', path: ['spec', 'power'] }] });
    expect(planServer(aServer(), { ...reboot, action: 'constructor' })).toMatchObject({ problems: [{ code: 'unsupported' }] });
  });

  test('that was found must be declared as what it is, and everything else is told at once', () => {
    const found = { spec: { ...small, name: 'front' }, output: made };
    expect(planServer(aSubject(small, { needs: network('net-2') }), { type: 'adopt', spec: small, found })).toMatchObject({
      type: 'refuse',
      problems: [
        { path: ['spec', 'name'], message: 'must be front, which is what was found' },
        { path: ['dependencies', 'network'], message: expect.stringContaining('net-1') },
      ],
    });
    const spec = { ...found.spec, size: 'large' } as const;
    const subject = aSubject(spec, { needs: network('net-1') });
    expect(planServer(subject, { type: 'adopt', spec, found })).toMatchObject({ type: 'change', memo: { todo: 'look', id: 'srv-1' } });
    expect(planServer(subject, { type: 'adopt', spec: found.spec, found })).toEqual({ type: 'noop' });
  });
});

describe('a disk', () => {
  const problem = { code: 'invalid', path: ['spec', 'size_gb'], hint: expect.stringContaining('20 or more') };
  const disk = aSubject({ size_gb: 20 }, { output: { id: 'dsk-1' } });

  test('never shrinks, not by an update, nor by a correction, nor by an adoption', () => {
    expect(planDisk(disk, { type: 'update', spec: { size_gb: 10 } })).toMatchObject({ type: 'refuse', problems: [problem] });
    const drift = [{ path: ['size_gb'], before: 20, after: 50 }];
    expect(planDisk(disk, { type: 'correct', missing: false, drift })).toMatchObject({
      type: 'refuse',
      problems: [{ ...problem, hint: expect.stringContaining('50 or more') }],
    });
    const found = { spec: { size_gb: 20 }, output: { id: 'dsk-1' } };
    expect(planDisk(aSubject({ size_gb: 5 }), { type: 'adopt', spec: { size_gb: 5 }, found })).toMatchObject({ problems: [problem] });
  });

  test('may be smaller under another name, which is another disk', () => {
    expect(planDisk(disk, { type: 'update', spec: { size_gb: 10, name: 'other' } })).toMatchObject({ type: 'replace' });
  });

  test('says where it is attached', () => {
    const needs = { server: { kind: 'cloud_server', name: 'web', output: { id: 'srv-1' } } };
    expect(planDisk({ ...disk, needs }, { type: 'update', spec: disk.spec })).toMatchObject({ summary: ['attach to server web'] });
  });
});

test('all that is wrong with a network is told at once', () => {
  const spec = { cidr: '10.1.0.1/16', name: 'No', labels: { 'ectropy.dev/owner': 'x', '': 'y', ok: 'z' } };
  const plan = planNetwork(aSubject(spec), { type: 'create', spec });
  const paths = plan.type === 'refuse' ? plan.problems.map(({ path }) => path?.join('.')) : [];
  expect(paths).toEqual(['spec.name', 'spec.labels.ectropy.dev/owner', 'spec.labels.', 'spec.cidr']);
});
