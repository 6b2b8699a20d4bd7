/** Requests to what belongs to no kind: probes, figures, documents, pages, discovery. */
import type { Random } from './random.ts';
import type { Request } from './request.ts';
import type { Route } from './route.ts';
import type { Sort } from './sort.ts';

/** Of the older door and of kinds others take care. */
export const isPlain = ({ method, pattern }: Route): boolean =>
  ['GET', 'HEAD'].includes(method) &&
  !pattern.startsWith('/api/v1beta1') &&
  (!/^\/apis?\//.test(pattern) || /^\/apis?(?:\/\{group\})?(?:\/\{version\})?$/.test(pattern));

const accepts = [
  '*/*',
  'application/json',
  'application/yaml',
  'text/html',
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json',
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
  'application/vnd.kubernetes.protobuf',
];

/** Where a page of another site would show. */
const strangers: readonly Readonly<Record<string, string>>[] = [
  { host: 'evil.example' },
  { origin: 'https://evil.example' },
  { host: '[::1' },
  { host: 'localhost:99999' },
  { origin: 'null' },
];

export function plainRequest(routes: readonly Route[], sorts: readonly Sort[], random: Random): Request {
  const { method, pattern } = random.pick(routes);
  const { group, version, plural } = random.pick(sorts);
  const words: Readonly<Record<string, string>> = { group: group || 'core', version, plural };
  const known = pattern.startsWith('/openapi/v3/api/') || pattern === '/api/{version}' ? { ...words, version: 'v1' } : words;
  const wrong = random.chance(0.15);
  return {
    method,
    path: `${pattern.replace(/\{(\w+)\}/g, (_, word: string) => (wrong ? 'nowhere' : (known[word] ?? 'x')))}${random.pick(['', '', '', '?verbose', '?hash=x', '?timeout=32s'])}`,
    headers: {
      accept: random.pick(accepts),
      ...(random.chance(0.2) && { 'accept-encoding': random.pick(['gzip', 'br', 'identity;q=0', '*;q=0', 'x']) }),
      ...(random.chance(0.2) && { 'if-none-match': random.pick(['*', '"x"', 'W/"x"', ',,,']) }),
      ...(random.chance(0.15) && random.pick(strangers)),
    },
  };
}
