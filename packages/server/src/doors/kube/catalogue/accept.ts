/** Which form of a document a client asks for, by its `Accept`. What comes first wins, as clients write them in the order of their liking. */
import type { AggregatedFormat } from './aggregated.ts';

interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const rangesOf = (accept: string): readonly MediaRange[] =>
  accept.split(',').map((range) => {
    const [type = '', ...rest] = range.split(';').map((part) => part.trim());
    const pairs = rest.map((part) => part.split('=', 2)).map(([key = '', value = '']) => [key, value] as const);
    return { type: type.toLowerCase(), parameters: new Map(pairs) };
  });

const formats = ['v2', 'v2beta1'] as const;

/** `undefined`: plain discovery, which every client can read. */
export function discoveryFormat(accept: string | undefined): AggregatedFormat | undefined {
  for (const { type, parameters } of rangesOf(accept ?? '')) {
    const aggregated = parameters.get('as') === 'APIGroupDiscoveryList' && parameters.get('g') === 'apidiscovery.k8s.io';
    const format = aggregated ? formats.find((each) => each === parameters.get('v')) : undefined;
    if (type === 'application/json' && format) return format;
    if (type === 'application/json' && !parameters.has('as')) return undefined;
  }
  return undefined;
}

/** What clients ask for is no valid media type because of its `@`, and their own parser refuses it; so the answer is named with a dot. */
const GNOSTIC_ASKED = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
export const GNOSTIC_V2 = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/** Whether `/openapi/v2` is to be answered in protobuf, and not in JSON. */
export function wantsGnostic(accept: string | undefined): boolean {
  const types = rangesOf(accept ?? '').map(({ type }) => type);
  const protobuf = types.findIndex((type) => type === GNOSTIC_ASKED || type === GNOSTIC_V2);
  const json = types.findIndex((type) => type === 'application/json' || type === '*/*');
  return protobuf >= 0 && (json < 0 || protobuf < json);
}
