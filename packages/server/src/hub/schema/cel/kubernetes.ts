/** The types that Kubernetes adds to CEL: quantities, addresses, networks, URLs. A value of such a type is a map with one marked key. */
import { type CelFunc, celFunc, type CelInput, type CelMap, celMethod, CelScalar, mapType } from '@bufbuild/cel';
import { type Address, contains, formatAddress, masked, type Network, parseAddress, parseCidr } from './address.ts';
import { NANOS, parseQuantity } from './quantity.ts';

const { BOOL, DOUBLE, DYN, INT, STRING } = CelScalar;
const OPAQUE = mapType(DYN, DYN);

const wrap = (type: string, value: CelInput): ReadonlyMap<string, CelInput> => new Map([[`@${type}`, value]]);

function unwrap(map: CelMap, type: string): string {
  const value = map.get(`@${type}`);
  if (typeof value !== 'string') throw new Error(`this is not a value of type ${type}`);
  return value;
}

function demand<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`this is not ${what}`);
  return value;
}

const amountOf = (map: CelMap): bigint => BigInt(unwrap(map, 'quantity'));
const quantity = (amount: bigint): ReadonlyMap<string, CelInput> => wrap('quantity', String(amount));
const asAmount = (value: unknown): bigint => (typeof value === 'bigint' ? value * NANOS : amountOf(value as CelMap));
const sign = (value: bigint): bigint => (value > 0n ? 1n : value < 0n ? -1n : 0n);

const quantities: CelFunc[] = [
  celFunc('quantity', [STRING], OPAQUE, (text) => quantity(demand(parseQuantity(text), 'a quantity'))),
  celFunc('isQuantity', [STRING], BOOL, (text) => parseQuantity(text) !== undefined),
  method('sign', [], INT, (self) => sign(amountOf(self))),
  method('isInteger', [], BOOL, (self) => amountOf(self) % NANOS === 0n),
  method('asInteger', [], INT, (self) => demand(amountOf(self) % NANOS === 0n ? amountOf(self) / NANOS : undefined, 'a whole number')),
  method('asApproximateFloat', [], DOUBLE, (self) => Number(amountOf(self)) / Number(NANOS)),
  method('compareTo', [OPAQUE], INT, (self, other) => sign(amountOf(self) - asAmount(other))),
  method('isLessThan', [OPAQUE], BOOL, (self, other) => amountOf(self) < asAmount(other)),
  method('isGreaterThan', [OPAQUE], BOOL, (self, other) => amountOf(self) > asAmount(other)),
  method('add', [DYN], OPAQUE, (self, other) => quantity(amountOf(self) + asAmount(other))),
  method('sub', [DYN], OPAQUE, (self, other) => quantity(amountOf(self) - asAmount(other))),
];

const addressOf = (map: CelMap): Address => demand(parseAddress(unwrap(map, 'ip')), 'an address');
const ip = (address: Address): ReadonlyMap<string, CelInput> => wrap('ip', formatAddress(address));
const within = (...networks: readonly string[]): ((self: CelMap) => boolean) => {
  const all = networks.map((network) => demand(parseCidr(network), 'a network'));
  return (self) => all.some((network) => contains(network, addressOf(self)));
};

const addresses: CelFunc[] = [
  celFunc('ip', [STRING], OPAQUE, (text) => ip(demand(parseAddress(text), 'an IP address'))),
  celFunc('isIP', [STRING], BOOL, (text) => parseAddress(text) !== undefined),
  celFunc('ip.isCanonical', [STRING], BOOL, (text) => formatAddress(demand(parseAddress(text), 'an IP address')) === text),
  celFunc('string', [OPAQUE], STRING, (map) => unwrap(map, map.has('@ip') ? 'ip' : 'cidr')),
  method('family', [], INT, (self) => BigInt(addressOf(self).family)),
  method('isUnspecified', [], BOOL, within('0.0.0.0/32', '::/128')),
  method('isLoopback', [], BOOL, within('127.0.0.0/8', '::1/128')),
  method('isLinkLocalUnicast', [], BOOL, within('169.254.0.0/16', 'fe80::/10')),
  method('isLinkLocalMulticast', [], BOOL, within('224.0.0.0/24', 'ff02::/16')),
  method('isGlobalUnicast', [], BOOL, (self) => !NOT_GLOBAL(self)),
];

const NOT_GLOBAL = within(
  '0.0.0.0/32',
  '::/128',
  '127.0.0.0/8',
  '::1/128',
  '169.254.0.0/16',
  'fe80::/10',
  '224.0.0.0/4',
  'ff00::/8',
  '255.255.255.255/32',
);

const networkOf = (map: CelMap): Network => demand(parseCidr(unwrap(map, 'cidr')), 'a network');
const cidr = (network: Network): ReadonlyMap<string, CelInput> => wrap('cidr', `${formatAddress(network)}/${network.prefix}`);
const textual = <T>(value: unknown, parse: (text: string) => T | undefined, of: (map: CelMap) => T, what: string): T =>
  typeof value === 'string' ? demand(parse(value), what) : of(value as CelMap);

const networks: CelFunc[] = [
  celFunc('cidr', [STRING], OPAQUE, (text) => cidr(demand(parseCidr(text), 'a network'))),
  celFunc('isCIDR', [STRING], BOOL, (text) => parseCidr(text) !== undefined),
  method('containsIP', [DYN], BOOL, (self, other) => contains(networkOf(self), textual(other, parseAddress, addressOf, 'an IP address'))),
  method('containsCIDR', [DYN], BOOL, (self, other) => {
    const inner = textual(other, parseCidr, networkOf, 'a network');
    return inner.prefix >= networkOf(self).prefix && contains(networkOf(self), inner);
  }),
  method('ip', [], OPAQUE, (self) => ip(networkOf(self))),
  method('masked', [], OPAQUE, (self) => cidr(masked(networkOf(self)))),
  method('prefixLength', [], INT, (self) => BigInt(networkOf(self).prefix)),
];

const parseUrl = (text: string): URL | undefined => {
  if (text.startsWith('/')) return URL.parse(text, 'path://') ?? undefined;
  return /^[a-z][a-z0-9+.-]*:/i.test(text) ? (URL.parse(text) ?? undefined) : undefined;
};
const urlOf = (map: CelMap): URL => demand(parseUrl(unwrap(map, 'url')), 'a URL');

const urls: CelFunc[] = [
  celFunc('url', [STRING], OPAQUE, (text) => wrap('url', demand(parseUrl(text) && text, 'a URL'))),
  celFunc('isURL', [STRING], BOOL, (text) => parseUrl(text) !== undefined),
  method('getScheme', [], STRING, (self) =>
    urlOf(self)
      .protocol.replace(/:$/, '')
      .replace(/^path$/, ''),
  ),
  method('getHost', [], STRING, (self) => urlOf(self).host),
  method('getHostname', [], STRING, (self) => urlOf(self).hostname.replace(/^\[|\]$/g, '')),
  method('getPort', [], STRING, (self) => urlOf(self).port),
  method('getEscapedPath', [], STRING, (self) => urlOf(self).pathname),
  method('getQuery', [], OPAQUE, (self) => queryOf(urlOf(self))),
];

function queryOf({ searchParams }: URL): ReadonlyMap<string, CelInput> {
  const query = new Map<string, string[]>();
  for (const [key, value] of searchParams) {
    const values = query.get(key);
    if (values) values.push(value);
    else query.set(key, [value]);
  }
  return query;
}

function method<
  const P extends readonly (typeof OPAQUE | typeof DYN)[],
  R extends typeof BOOL | typeof INT | typeof DOUBLE | typeof STRING | typeof OPAQUE,
>(name: string, args: P, result: R, act: (self: CelMap, other: unknown) => CelInput<R>): CelFunc {
  return celMethod(name, OPAQUE, args, result, function (this: CelMap, ...given: readonly unknown[]) {
    return act(this, given[0]);
  });
}

export const kubernetesFunctions: readonly CelFunc[] = [...quantities, ...addresses, ...networks, ...urls];
