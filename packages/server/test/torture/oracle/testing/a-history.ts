/** A small run in which all went well, to be spoilt by tests: a server is made, grown, rebooted, deleted and made again, on a network. */
import type { Collection, Entry } from '@ectropy/cloud-sim';
import type { Asked, Changed, Final, History, Seen, Watched } from '../history.ts';

const at = (second: number): number => Date.UTC(2030, 0, 1, 0, 0, second);

const asked = (mark: string, op: Asked['op'], place: string, second: number, told: Partial<Asked>): Asked => ({
  mark,
  op,
  place,
  outcome: 'acked',
  sentAt: at(second),
  answeredAt: at(second) + 10,
  attempts: 1,
  status: 200,
  ...told,
});

const entry = (
  seq: number,
  op: Entry['op'],
  place: string,
  second: number,
  more: Partial<Entry> & Pick<Entry, 'key' | 'fence' | 'id'>,
): Entry => {
  const [collection = '', name = ''] = place.split('/');
  return {
    seq,
    op,
    collection: collection as Collection,
    name: `trial-${name}`,
    at: new Date(at(second)).toISOString(),
    endsAt: new Date(at(second) + 40).toISOString(),
    actor: 'api',
    args: {},
    operation: `op-${seq}`,
    request: `r${seq}`,
    after: null,
    ...more,
  };
};

const labelled = (mark: string): Entry['after'] => ({ labels: { mark } });

const seen = (
  type: Seen['type'],
  place: string,
  version: number,
  second: number,
  more: Pick<Seen, 'uid' | 'generation' | 'observed' | 'mark'>,
): Seen => ({
  type,
  place,
  version: String(version),
  phase: more.generation === more.observed ? 'Ready' : 'Progressing',
  at: at(second),
  ...more,
});

const servers: readonly Seen[] = [
  seen('ADDED', 'servers/s', 3, 2, { uid: 's1', generation: 1, observed: 0, mark: 'b' }),
  seen('MODIFIED', 'servers/s', 4, 3, { uid: 's1', generation: 1, observed: 1, mark: 'b' }),
  seen('MODIFIED', 'servers/s', 5, 4, { uid: 's1', generation: 2, observed: 1, mark: 'c' }),
  seen('MODIFIED', 'servers/s', 6, 5, { uid: 's1', generation: 2, observed: 2, mark: 'c' }),
  { ...seen('MODIFIED', 'servers/s', 7, 6, { uid: 's1', generation: 2, observed: 2, mark: 'c' }), phase: 'Progressing' },
  seen('MODIFIED', 'servers/s', 8, 7, { uid: 's1', generation: 2, observed: 2, mark: 'c' }),
  { ...seen('MODIFIED', 'servers/s', 9, 8, { uid: 's1', generation: 2, observed: 2, mark: 'c' }), phase: 'Deleting' },
  seen('DELETED', 'servers/s', 10, 10, { uid: 's1', generation: 2, observed: 2, mark: 'c' }),
  seen('ADDED', 'servers/s', 11, 11, { uid: 's2', generation: 1, observed: 0, mark: 'f' }),
  seen('MODIFIED', 'servers/s', 12, 12, { uid: 's2', generation: 1, observed: 1, mark: 'f' }),
];

const networks: readonly Seen[] = [
  seen('ADDED', 'networks/n', 1, 0, { uid: 'n1', generation: 1, observed: 0, mark: 'a' }),
  seen('MODIFIED', 'networks/n', 2, 1, { uid: 'n1', generation: 1, observed: 1, mark: 'a' }),
];

const watched = (name: string, collection: Collection, events: readonly Seen[]): Watched => ({
  name,
  collection,
  start: { version: '0', items: [] },
  events,
  errors: [],
});

const types = { ADDED: 'new', MODIFIED: 'put', DELETED: 'gone' } as const satisfies Record<Seen['type'], Changed['type']>;

const final: Final = {
  declared: [
    { place: 'networks/n', mark: 'a', spec: { cidr: '10.0.0.0/16' } },
    { place: 'servers/s', mark: 'f', spec: { size: 'small', image: 'debian-12' }, on: 'networks/n' },
  ],
  resources: [
    {
      place: 'networks/n',
      collection: 'networks',
      uid: 'n1',
      version: '2',
      generation: 1,
      observed: 1,
      phase: 'Ready',
      mark: 'a',
      outputId: 'net-1',
    },
    {
      place: 'servers/s',
      collection: 'servers',
      uid: 's2',
      version: '12',
      generation: 1,
      observed: 1,
      phase: 'Ready',
      mark: 'f',
      outputId: 'srv-2',
    },
  ],
  objects: [
    {
      collection: 'networks',
      name: 'trial-n',
      id: 'net-1',
      cidr: '10.0.0.0/16',
      state: 'ready',
      labels: { 'ectropy.dev/owner': 'n', mark: 'a' },
    },
    {
      collection: 'servers',
      name: 'trial-s',
      id: 'srv-2',
      size: 'small',
      image: 'debian-12',
      network: 'net-1',
      state: 'ready',
      labels: { 'ectropy.dev/owner': 's', mark: 'f' },
    },
  ],
};

export const aHistory = (): History => ({
  asked: [
    asked('a', 'apply', 'networks/n', 0, { uid: 'n1', generation: 1, version: '1' }),
    asked('b', 'apply', 'servers/s', 2, { uid: 's1', generation: 1, version: '3' }),
    asked('c', 'apply', 'servers/s', 4, { uid: 's1', generation: 2, version: '5', again: { uid: 's1', generation: 2, version: '5' } }),
    asked('d', 'reboot', 'servers/s', 6, { uid: 's1', generation: 2, version: '7' }),
    asked('e', 'delete', 'servers/s', 8, { uid: 's1', generation: 2, version: '9' }),
    asked('f', 'apply', 'servers/s', 11, { uid: 's2', generation: 1, version: '11' }),
  ],
  ledger: [
    entry(1, 'create', 'networks/n', 0, { key: 'n1.1', fence: 1, id: 'net-1', after: labelled('a') }),
    entry(2, 'create', 'servers/s', 2, { key: 's1.1', fence: 4, id: 'srv-1', after: labelled('b') }),
    entry(3, 'update', 'servers/s', 4, { key: 's1.3', fence: 6, id: 'srv-1', after: labelled('c') }),
    entry(4, 'reboot', 'servers/s', 6, { key: 's1.5', fence: 8, id: 'srv-1', after: labelled('c') }),
    entry(5, 'delete', 'servers/s', 9, { key: 's1.7', fence: 10, id: 'srv-1' }),
    entry(6, 'create', 'servers/s', 11, { key: 's2.1', fence: 12, id: 'srv-2', after: labelled('f') }),
  ],
  watched: ['a', 'b'].flatMap((name) => [watched(name, 'networks', networks), watched(name, 'servers', servers)]),
  changes: [...networks, ...servers].map(({ version, place, uid, type }) => ({ version, place, uid, type: types[type] })),
  final,
  interrupted: [{ place: 'servers/s', by: 'a death', at: at(4), ms: 3_000 }],
  faults: [{ by: 'the death of worker 1', at: at(4) }],
  calls: { replays: 1, strikes: 0, deaths: 0 },
  leases: {
    leaseMs: 3_000,
    events: [
      { type: 'claimed', place: 'servers/s', role: 'worker_1', token: 1, at: at(4) },
      { type: 'claimed', place: 'servers/s', role: 'worker_2', token: 2, at: at(4) + 3_000 },
      { type: 'renewed', place: 'servers/s', role: 'worker_2', token: 2, at: at(4) + 4_000 },
      { type: 'ended', place: 'servers/s', role: 'worker_2', token: 2, at: at(4) + 4_500 },
    ],
  },
  revisions: [{ place: 'servers/s', declared: 2, kept: [1, 2] }],
  crashes: [],
});
