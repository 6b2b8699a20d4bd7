/** A good request made bad, in one to three places. */
import { isObject, type Json } from '@ectropy/sdk';
import type { Random } from './random.ts';
import type { Request } from './request.ts';
import { hostileKeys, hostileValue } from './value.ts';
import type { World } from './world.ts';

export function mutated(request: Request, world: World, random: Random): Request {
  let bad = request;
  for (let i = random.below(3); i >= 0; i -= 1) bad = random.pick(mutations)(bad, world, random);
  const endless = /watch|follow|logs/.test(bad.path);
  return endless ? { ...bad, leaveAfterMs: bad.leaveAfterMs ?? 100 } : bad;
}

type Mutation = (request: Request, world: World, random: Random) => Request;

const segments = [
  '',
  '..',
  '.',
  '%2e%2e',
  '%00',
  '%ff',
  '%F0%9F%98%80',
  'a%2Fb',
  'watch',
  'namespaces',
  'status',
  'import',
  'x'.repeat(300),
  '_',
  'NAME',
  '*',
  '__proto__',
  'constructor',
  'v1',
  'toString',
];

const onPath: Mutation = (request, _world, random) => {
  const [path = '', query] = request.path.split(/\?(.*)/s);
  const parts = path.split('/');
  const at = 1 + random.below(parts.length);
  parts.splice(at, random.below(2), ...(random.chance(0.8) ? [random.pick(segments)] : []));
  return { ...request, path: `${parts.join('/') || '/'}${query === undefined ? '' : `?${query}`}` };
};

const names = [
  'limit',
  'continue',
  'watch',
  'resourceVersion',
  'resourceVersionMatch',
  'labelSelector',
  'fieldSelector',
  'timeoutSeconds',
  'dryRun',
  'fieldManager',
  'fieldValidation',
  'force',
  'sendInitialEvents',
  'allowWatchBookmarks',
  'includeObject',
  'propagationPolicy',
  'gracePeriodSeconds',
  'shared',
  'includeLineage',
  'before',
  'follow',
  'pretty',
  'page_size',
  'page_num',
  'page_token',
  'label_selector',
  'labels[team]',
  'labels[__proto__]',
  'status',
  'with_spec_configs',
  'since',
  'dry_run',
  'filter[pod]',
  'project',
  'kind',
  'hash',
  '__proto__',
];
const values = [
  '',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551615',
  'true',
  'maybe',
  'All',
  'Exact',
  'NotOlderThan',
  '%00',
  '%ff',
  '%',
  'a=b',
  'a in (',
  'a in ()',
  '=='.repeat(200),
  '!',
  'metadata.name=',
  'metadata.name',
  'spec.constructor=1',
  'x'.repeat(3_000),
  'Strict',
  'Orphan',
  'LnQ',
  'Mi5hYmM',
  '😀',
];

const onQuery: Mutation = (request, world, random) => {
  const value = random.chance(0.2) ? random.pick([world.version(random), world.token(random)]) : random.pick(values);
  const pair = `${random.pick(names)}${random.chance(0.9) ? `=${/^(?:%|a=b)/.test(value) ? value : encodeURIComponent(value)}` : ''}`;
  return { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}${pair}` };
};

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const onMethod: Mutation = (request, _world, random) => ({ ...request, method: random.pick(methods) });

const mediaTypes = [
  'application/json',
  'application/yaml',
  'text/plain',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'application/apply-patch+cbor',
  'application/vnd.kubernetes.protobuf',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=Table;v=v9;g=x',
  'application/json;q=x',
  ';;;',
  '*/*;q=0',
  'a'.repeat(2_000),
  '',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
];

const onHeaders: Mutation = (request, _world, random) => {
  const [name, value] = random.pick<readonly [string, string]>([
    ['accept', random.pick(mediaTypes)],
    ['content-type', random.pick(mediaTypes)],
    ['idempotency-key', random.pick(['k1', 'k2', 'x'.repeat(300), ' ', '\u00e9'])],
    ['last-event-id', random.pick(['0', '99999999999999999999999999', 'x', '-1'])],
    ['if-match', random.pick(['"1"', '*', 'nonsense', '"sha256:00"'])],
    ['if-none-match', random.pick(['*', '"x"'])],
    ['range', random.pick(['bytes=0-', 'bytes=-5', 'bytes=9-1', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=999999999999999-'])],
    ['content-encoding', random.pick(['gzip', 'br', 'identity'])],
    ['traceparent', random.pick(['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'zz', ''])],
    ['user-id', random.pick(['', 'x'.repeat(5_000), 'a\u00e9'])],
    ['user-agent', random.pick(['', 'kubectl/v1', '/////', 'x'.repeat(3_000)])],
    ['repr-digest', random.pick(['sha-256=:AAAA:', 'sha-256=nonsense', 'md5=:x:'])],
  ]);
  return { ...request, headers: { ...request.headers, [name]: value } };
};

function parsed(body: Request['body']): Json | undefined {
  try {
    return typeof body === 'string' ? (JSON.parse(body) as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** Somewhere inside, another value, another key, or nothing. */
function disturbed(value: Json, random: Random): Json {
  if (random.chance(0.15)) return hostileValue(random);
  if (Array.isArray(value)) {
    if (value.length === 0) return [hostileValue(random)];
    const at = random.below(value.length);
    return value.flatMap((item: Json, i) => (i !== at ? [item] : random.chance(0.2) ? [item, item] : [disturbed(item, random)]));
  }
  if (!isObject(value)) return hostileValue(random);
  const keys = Object.keys(value);
  if (keys.length === 0 || random.chance(0.15)) return { ...value, [random.pick(hostileKeys)]: hostileValue(random) };
  const at = random.pick(keys);
  if (random.chance(0.1)) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== at));
  return { ...value, [at]: disturbed(value[at] as Json, random) };
}

const onBody: Mutation = (request, _world, random) => {
  const value = parsed(request.body);
  return {
    ...request,
    body:
      value === undefined
        ? random.pick([
            '',
            '{',
            'null',
            '[]',
            '"x"',
            '7',
            '\ufeff{}',
            '---\na: &a [*a]\n',
            'a: &b {c: 1}\nd: *b\n',
            '{"a":1,"a":2}',
            'x'.repeat(10_000),
          ])
        : JSON.stringify(disturbed(value, random)),
  };
};

/** `JSON.stringify` would not write these. */
const onText: Mutation = (request, _world, random) => {
  const text = typeof request.body === 'string' ? request.body : '{}';
  const at = random.below(text.length + 1);
  const piece = random.pick([
    '"__proto__":{"polluted":true},',
    '"a":1,"a":2,',
    '{',
    '}',
    '[',
    ',',
    '\u0000',
    '9007199254740993',
    '1e999',
    '"\\ud800"',
    '['.repeat(5_000),
    '{"a":'.repeat(200),
    ' '.repeat(50_000),
  ]);
  return { ...request, body: text.slice(0, at) + piece + text.slice(random.chance(0.5) ? at : at + 1) };
};

const onBytes: Mutation = (request, _world, random) => {
  const bytes = Buffer.from(request.body ?? '{}');
  if (random.chance(0.5)) for (let i = 0; i <= random.below(4); i += 1) bytes[random.below(bytes.length || 1)] = random.below(256);
  const magic = random.chance(0.5);
  const body = magic ? Buffer.concat([Buffer.from('k8s\u0000'), bytes]) : bytes;
  return { ...request, body, headers: { ...request.headers, ...(magic && { 'content-type': 'application/vnd.kubernetes.protobuf' }) } };
};

const garbageFields: readonly Json[] = [
  null,
  {},
  [null],
  [{}],
  [{ manager: 'x', operation: 'Apply', apiVersion: 'v1', time: 'yesterday', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': null } }],
  [{ manager: 'x', operation: 'Update', apiVersion: 'v9', fieldsType: 'FieldsV2', fieldsV1: {} }],
  [
    {
      manager: 'x',
      operation: 'Apply',
      apiVersion: 'core.ectropy.dev/v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:spec': { 'k:{"a":1': {}, 'v:[': {}, 'i:-1': {}, '.': {}, 'f:__proto__': {} } },
    },
  ],
];

const onMetadata: Mutation = (request, world, random) => {
  const value = parsed(request.body);
  if (!isObject(value)) return request;
  const metadata = isObject(value.metadata) ? value.metadata : {};
  const [key, field] = random.pick<readonly [string, Json]>([
    ['managedFields', random.pick(garbageFields)],
    ['resourceVersion', random.pick<Json>([world.version(random), '0', '-1', 'x', 5, '99999999999999999999'])],
    ['uid', random.pick<Json>([world.uid(random), 7])],
    ['name', random.pick<Json>(['N', 'a b', '', null, 'x'.repeat(300), '_', '..'])],
    ['namespace', random.pick<Json>(['other', '', '_', null])],
    ['generateName', random.pick<Json>(['g-', 'x'.repeat(300), 7])],
    [
      'ownerReferences',
      random.pick<Json>([
        [{}],
        [{ apiVersion: 'v1', kind: 'Namespace', name: 'fuzz-a', uid: world.uid(random), blockOwnerDeletion: true }],
        'x',
      ]),
    ],
    ['finalizers', random.pick<Json>([['x'], ['example.com/a', 'example.com/a'], [null], 'x', ['foregroundDeletion']])],
    ['labels', random.pick<Json>([{ 'a b': 'c' }, { a: 1 }, { a: 'x'.repeat(100) }, []])],
    [
      'annotations',
      random.pick<Json>([
        { 'ectropy.dev/management': 'paused' },
        { 'ectropy.dev/drift': 'x' },
        { 'ectropy.dev/lineage': 'forged' },
        { big: 'x'.repeat(300_000) },
      ]),
    ],
    ['deletionTimestamp', '2020-01-01T00:00:00Z'],
    ['creationTimestamp', random.pick<Json>([null, 7, 'x'])],
  ]);
  return { ...request, body: JSON.stringify({ ...value, metadata: { ...metadata, [key]: field } }) };
};

const mutations: readonly Mutation[] = [
  onPath,
  onQuery,
  onQuery,
  onMethod,
  onHeaders,
  onHeaders,
  onBody,
  onBody,
  onBody,
  onText,
  onBytes,
  onMetadata,
  onMetadata,
];
