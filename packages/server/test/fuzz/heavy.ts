/** Requests as large as they may be, or larger: nobody else may have to wait for them. */
import type { Json } from '@ectropy/sdk';
import type { Request } from './request.ts';

const base = '/apis/fuzz.example.com/v1/namespaces/heavy/gizmos';
const json = { 'content-type': 'application/json' };
const media = {
  apply: 'application/apply-patch+yaml',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
} as const;

const gizmo = (name: string, spec: Json, metadata = {}): string =>
  JSON.stringify({ apiVersion: 'fuzz.example.com/v1', kind: 'Gizmo', metadata: { name, ...metadata }, spec });
const post = (name: string, spec: Json, metadata = {}): Request => ({
  method: 'POST',
  path: base,
  headers: json,
  body: gizmo(name, spec, metadata),
});
const patch = (name: string, type: keyof typeof media, body: string): Request => ({
  method: 'PATCH',
  path: `${base}/${name}?fieldManager=m${type === 'apply' ? '&force=true' : ''}`,
  headers: { 'content-type': media[type] },
  body,
});
const get = (path: string, accept = 'application/json'): Request => ({ method: 'GET', path, headers: { accept } });

const numbers = (count: number): Json => Array.from({ length: count }, (_, i) => i % 10);
const wide = (count: number): Json => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
const words = (count: number): Json => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));
const keyed = (count: number): Json => Array.from({ length: count }, (_, i) => ({ id: `i${i}`, n: i }));
const nested = (count: number): Json => Array.from({ length: count }, (_, i) => ({ id: i, b: [i] }));

/** As large as is let in, by what they are. */
export const largest: Readonly<Record<string, Request>> = {
  'many fields': post('wide', { open: wide(29_000) }),
  'many items': post('long', { open: { a: numbers(29_000) } }),
  'a long text': post('text', { open: { a: 'x'.repeat(2_900_000) } }),
  'many objects': post('objects', { open: { a: nested(7_000) } }),
  'many keyed items': post('keyed', { items: keyed(9_500) }),
  'many labels': post('labels', {}, { labels: words(1_000) }),
  'many applied fields': patch('applied', 'apply', gizmo('applied', { open: wide(29_000) })),
  'the same by another manager': {
    ...patch('applied', 'apply', gizmo('applied', { open: wide(28_999) })),
    path: `${base}/applied?fieldManager=another`,
  },
  'many applied items': patch('items', 'apply', gizmo('items', { items: keyed(9_500) })),
  'a large merge patch': patch('text', 'merge', JSON.stringify({ spec: { open: wide(29_000) } })),
  'ten thousand operations': patch(
    'wide',
    'json',
    JSON.stringify(Array.from({ length: 10_000 }, (_, i) => ({ op: 'replace', path: `/spec/open/k${i}`, value: -i }))),
  ),
  'a large YAML document': {
    method: 'POST',
    path: base,
    headers: { 'content-type': 'application/yaml' },
    body: `apiVersion: fuzz.example.com/v1\nkind: Gizmo\nmetadata: {name: yaml}\nspec:\n  open:\n${Array.from({ length: 25_000 }, (_, i) => `    k${i}: ${i}`).join('\n')}\n`,
  },
  'a large read': get(`${base}/wide`),
  'a large read in YAML': get(`${base}/wide`, 'application/yaml'),
  'a list of large ones': get(base),
  'a list of large ones in YAML': get(base, 'application/yaml'),
  'a table of large ones': get(base, 'application/json;as=Table;v=v1;g=meta.k8s.io'),
  'a thousand repeated fields': {
    method: 'POST',
    path: base,
    headers: json,
    body: `{"metadata":{"name":"twice"},"spec":{"open":{${'"a":1,'.repeat(29_000)}"b":1}}}`,
  },
  'a large plan': {
    method: 'POST',
    path: '/apis/core.ectropy.dev/v1/namespaces/heavy/plans',
    headers: json,
    body: JSON.stringify({
      spec: { documents: Array.from({ length: 900 }, (_, i) => JSON.parse(gizmo(`p${i}`, { open: { a: i } })) as Json) },
    }),
  },
};

/** Larger than that. */
export const tooLarge: Readonly<Record<string, Request>> = {
  'more fields': post('wider', { open: wide(150_000) }),
  'more fields than one resource may have': post('wider', { open: wide(40_000) }),
  'more items': post('longer', { open: { a: numbers(1_400_000) } }),
  'more applied fields': patch('applied', 'apply', gizmo('applied', { open: wide(60_000) })),
  'a patch that makes it larger': patch(
    'wide',
    'merge',
    JSON.stringify({ spec: { open: Object.fromEntries(Array.from({ length: 29_000 }, (_, i) => [`m${i}`, i])) } }),
  ),
  'more at the older door': {
    method: 'POST',
    path: '/api/v1beta1/resources',
    headers: json,
    body: JSON.stringify({ kind: 'gizmo.fuzz.example.com', name: 'older', project: 'heavy', spec: { configs: { open: wide(60_000) } } }),
  },
  'more bytes': post('bytes', { open: { a: 'x'.repeat(4_000_000) } }),
  'more YAML': { method: 'POST', path: base, headers: { 'content-type': 'application/yaml' }, body: `a: [${'1,'.repeat(500_000)}1]` },
};
