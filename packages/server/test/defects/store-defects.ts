/** What can be wrong with one commit: checks that are missing, and what belongs together and is written apart. */
import { type Defect, seeds, torture } from './defect.ts';

const COMMIT = 'store/postgres/commit.ts';
const WRITE = 'store/postgres/write.ts';
const CONNECT = 'store/postgres/connect.ts';

/** A wake-up looks at what was just written; where others may have moved the clock meanwhile it has to look further back. */
const furtherBack = { file: COMMIT, find: '(select version - $2 from clock)', replace: '(select version - $2 - 1000 from clock)' };
const sent = 'const [ticked, troubled] = await lane.transact(statements);';

const unrefused = `const refused = new Set((troubled ?? []).map((row) => row['grp']));
  const rows = JSON.parse(String(statements[1]?.values?.[0])) as Record<string, unknown>[];
  const kept = rows.filter(({ grp }) => !refused.has(grp));`;

export const storeDefects: readonly Defect[] = [
  {
    name: 'no-fence-in-commit',
    what: 'A worker records its step although the lease was given to another one meanwhile.',
    law: 'L3',
    patches: [
      { file: WRITE, find: 'where i.token is not null and (s.token', replace: 'where false and (s.token' },
      { file: 'store/memory/refuse.ts', find: "if (lease && !holds(world, lease)) return { type: 'fenced', urn };", replace: '' },
    ],
    caughtBy: { torture: torture('zombie', 12), simulation: seeds(100) },
  },
  {
    name: 'no-version-check',
    what: 'A write goes through although the row is not the one any more that the writer has read.',
    law: 'L1',
    patches: [
      { file: WRITE, find: 'where r.version is distinct from i.expected', replace: 'where false' },
      { file: 'store/memory/refuse.ts', find: "if (at(urn) !== expected) return { type: 'moved', urn };", replace: '' },
    ],
    caughtBy: { torture: torture('worker', 4), simulation: seeds(20) },
  },
  {
    name: 'change-beside-transaction',
    what: 'The change event is written in a transaction of its own, after that of the row.',
    law: 'L2',
    patches: [
      { file: WRITE, find: 'statement_timestamp(), doc from good', replace: 'statement_timestamp(), doc from good where false' },
      furtherBack,
      {
        file: COMMIT,
        find: sent,
        replace: `const [ticked, troubled] = await lane.transact(statements.slice(0, 2));
  ${unrefused}
  const told = kept.map((row) => ({ ...row, version: String(BigInt(String(ticked?.[0]?.base)) + BigInt(Number(row['ord']))) }));
  await lane.transact([
    {
      text: \`insert into change (version, type, was, urn, kind, project, at, doc)
        select version, case when op = 'drop' then 'gone' when expected is null then 'new' else 'put' end, was, urn, kind, project, statement_timestamp(), doc
        from json_to_recordset($1::json) as i (version bigint, op text, was json, urn text, kind text, project text, expected bigint, doc json)\`,
      values: [JSON.stringify(told)],
    },
    ...statements.slice(2),
  ]);`,
      },
    ],
    caughtBy: { torture: torture('worker', 4) },
  },
  {
    name: 'schedule-beside-transaction',
    what: 'The row is written in one transaction, and in a second one that it is due.',
    law: 'L2',
    patches: [
      {
        file: COMMIT,
        find: 'due_ms: item.due?.inMs ?? null,',
        replace: 'due_ms: lease ? (item.due?.inMs ?? null) : null, later_ms: lease ? null : (item.due?.inMs ?? null),',
      },
      {
        file: COMMIT,
        find: sent,
        replace: `${sent}
  ${unrefused}
  await lane.transact([
    {
      text: \`update schedule s set due_at = statement_timestamp() + i.later_ms * interval '1 ms'
        from json_to_recordset($1::json) as i (urn text, later_ms float8) where s.urn = i.urn and i.later_ms is not null\`,
      values: [JSON.stringify(kept)],
    },
  ]);`,
      },
    ],
    caughtBy: { torture: torture('api', 20) },
  },
  {
    name: 'clock-not-held',
    what: 'Versions are handed out before the transaction that uses them, so that they become visible out of order.',
    law: 'L6',
    patches: [
      furtherBack,
      {
        file: WRITE,
        find: 'c.version - $3 + i.ord as version from input i cross join clock c where',
        replace: '$3::bigint + i.ord as version from input i where',
      },
      {
        file: COMMIT,
        find: sent,
        replace: `const [ticked] = await lane.transact(statements.slice(0, 1));
  const from = String(ticked?.[0]?.base);
  const [troubled] = await lane.transact(
    statements.slice(1).map((one, i) => (i === 0 ? { ...one, values: (one.values ?? []).with(2, from) } : one)),
  );`,
      },
    ],
    caughtBy: { torture: torture('worker', 4) },
  },
  {
    name: 'acknowledged-before-commit',
    what: 'A request is answered when its rows have been written and COMMIT was sent, before that is answered.',
    law: 'L1',
    patches: [
      {
        file: CONNECT,
        find: "const all = [...sent, send({ text: 'commit' })];",
        replace: `const all = [...sent, Promise.resolve({ rows: [] })];
    send({ text: 'commit' }).catch(() => undefined);`,
      },
    ],
    caughtBy: { torture: [...torture('cut', 16), '--cut', 'alone'] },
  },
  {
    name: 'commit-not-on-disk',
    what: 'The database answers before the commit is on disk.',
    law: 'L1',
    patches: [{ file: CONNECT, find: "-c jit=off';", replace: "-c jit=off -c synchronous_commit=off';" }],
    caughtBy: { torture: torture('postgres', 4) },
  },
  {
    name: 'unknown-counts-as-done',
    what: 'A connection that breaks after COMMIT was sent is taken for a commit that went well.',
    law: 'L1',
    patches: [
      {
        file: CONNECT,
        find: "if (failure?.status === 'rejected') throw",
        replace: "if (failure?.status === 'rejected' && failure !== done.at(-1)) throw",
      },
    ],
    caughtBy: { torture: [...torture('cut', 16), '--cut', 'alone'] },
  },
  {
    name: 'no-recall',
    what: 'A request that is sent again under its key is done again.',
    law: 'L1',
    patches: [
      {
        file: 'app/commit.ts',
        find: 'const answered = idempotency && (await store.recall(idempotency));',
        replace: 'const answered = undefined as Awaited<ReturnType<typeof store.recall>>;',
      },
      { file: 'app/commit.ts', find: '...(idempotency && { idempotency: { ...idempotency, unchanged } })', replace: '' },
    ],
    caughtBy: { torture: torture('api', 10), simulation: seeds(20) },
  },
  {
    name: 'revision-not-written',
    what: 'Only the first revision of a resource is kept.',
    law: 'L2',
    patches: [
      { file: WRITE, find: 'from good where revise is not null', replace: 'from good where revise is not null and expected is null' },
      {
        file: 'store/memory/write.ts',
        find: 'if (put.revise !== undefined) {',
        replace: "if (put.revise !== undefined && put.expected === 'absent') {",
      },
    ],
    caughtBy: { torture: torture('worker', 2), simulation: seeds(20) },
  },
];
