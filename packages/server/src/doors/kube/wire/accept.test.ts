import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { negotiate, offers } from './accept.ts';
import { onlyProblems, refusal } from './testing/only-problems.ts';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json';
const AGG =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json';
const PB = 'application/vnd.kubernetes.protobuf,application/json';
const partial = 'as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

const discovery = (version: string) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;

const plain = { format: 'json', contentType: 'application/json' } as const;
const table = { kind: 'Table', group: 'meta.k8s.io', version: 'v1' };

describe('what real clients send', () => {
  test.each([
    ['kubectl get', TABLE, { ...plain, as: table }],
    [
      'kubectl get of an old server',
      'application/json;as=Table;v=v1beta1;g=meta.k8s.io',
      { ...plain, as: { ...table, version: 'v1beta1' } },
    ],
    ['typed clients, which take JSON too', PB, plain],
    ['controller-runtime', 'application/vnd.kubernetes.protobuf, */*', plain],
    ['other clients', 'application/json, */*', plain],
    ['curl', '*/*', plain],
    ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8', plain],
    ['nothing', undefined, plain],
    ['an empty header', ' ', plain],
    ['YAML', 'application/yaml', { format: 'yaml', contentType: 'application/yaml' }],
    ['a watch', 'application/json;stream=watch', plain],
    [
      'metadata informers',
      `application/vnd.kubernetes.protobuf;${partial},application/json;${partial},application/json`,
      { ...plain, as: { kind: 'PartialObjectMetadataList', group: 'meta.k8s.io', version: 'v1' } },
    ],
  ])('%s', (_, accept, expected) => expect(negotiate(accept, offers.resource)).toEqual(expected));

  test('aggregated discovery is said back in the content type', () => {
    const as = { kind: 'APIGroupDiscoveryList', group: 'apidiscovery.k8s.io' };
    expect(negotiate(AGG, offers.discovery)).toEqual({ ...plain, as: { ...as, version: 'v2' }, contentType: discovery('v2') });
    expect(negotiate(discovery('v2beta1'), offers.discovery)).toEqual({
      ...plain,
      as: { ...as, version: 'v2beta1' },
      contentType: discovery('v2beta1'),
    });
    expect(negotiate(AGG, offers.plain)).toEqual(plain);
  });
});

test('quality decides before the order', () => {
  expect(negotiate('application/json;q=0.1, application/yaml', offers.resource).format).toBe('yaml');
  expect(negotiate('application/json;q=0, application/yaml;q=0.5', offers.resource).format).toBe('yaml');
  expect(negotiate('APPLICATION/JSON; Q="0.5"; as="Table"; v=v1; g="meta.k8s.io"', offers.resource).as?.kind).toBe('Table');
});

test.each([
  ['application/vnd.kubernetes.protobuf', offers.resource, 'application/json, application/yaml'],
  ['application/json;as=Pony;v=v1;g=meta.k8s.io', offers.resource, 'application/json, application/yaml'],
  ['application/json;as=Table', offers.resource, 'application/json, application/yaml'],
  ['application/yaml', offers.watch, 'application/json'],
  ['application/json;q=0', offers.watch, 'application/json'],
  ['garbage', offers.watch, 'application/json'],
])('%s cannot be served', (accept, offer, offered) =>
  expect(refusal(() => negotiate(accept, offer))).toEqual([406, `only the following media types are accepted: ${offered}`]),
);

test('any header is understood or refused, and a huge one in no time', () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom('application/json', ';', ',', 'as=Table', '"', '\\', 'q=', '*/*'), fc.string()));
  fc.assert(
    fc.property(pieces, (parts) => void onlyProblems(() => negotiate(parts.join(''), offers.resource))),
    { seed: 1, numRuns: 1000 },
  );
  onlyProblems(() => negotiate('"\\'.repeat(30_000), offers.resource));
  onlyProblems(() => negotiate('a/b;'.repeat(15_000), offers.resource));
});
