import { expect, test } from 'vitest';
import { discoveryFormat, wantsGnostic } from './accept.ts';

const aggregated = (version: string): string => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;

test.each([
  [`${aggregated('v2')},${aggregated('v2beta1')},application/json`, 'v2', 'kubectl 1.30 and later'],
  [`${aggregated('v2beta1')},application/json`, 'v2beta1', 'kubectl 1.27 to 1.29'],
  [`${aggregated('v3')}, ${aggregated('v2beta1')}`, 'v2beta1', 'a version of tomorrow is passed over'],
  [`application/json, ${aggregated('v2')}`, undefined, 'plain JSON is liked better'],
  ['application/json; as=APIGroupDiscoveryList; v=v2; g=other.io', undefined, 'another group'],
  ['application/vnd.kubernetes.protobuf', undefined, 'what we do not have'],
  ['*/*', undefined, 'curl'],
  ['', undefined, 'nothing'],
  [undefined, undefined, 'no header'],
  [';;;,=,as=', undefined, 'nonsense'],
] as const)('%s is answered in %s: %s', (accept, format, _why) => {
  expect(discoveryFormat(accept)).toBe(format);
});

test.each([
  ['application/com.github.proto-openapi.spec.v2@v1.0+protobuf', true],
  ['application/com.github.proto-openapi.spec.v2.v1.0+protobuf', true],
  ['application/json, application/com.github.proto-openapi.spec.v2@v1.0+protobuf', false],
  ['application/com.github.proto-openapi.spec.v2@v1.0+protobuf, application/json', true],
  ['*/*', false],
  [undefined, false],
])('%s wants protobuf: %s', (accept, wanted) => {
  expect(wantsGnostic(accept)).toBe(wanted);
});
