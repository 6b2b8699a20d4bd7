/** IP addresses and networks as numbers. */
import { isIPv4, isIPv6 } from 'node:net';

export interface Address {
  readonly family: 4 | 6;
  readonly bits: bigint;
}

export interface Network extends Address {
  readonly prefix: number;
}

/** `undefined` for what is no address, has a zone, or is an IPv4 address in the clothes of IPv6. */
export function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return { family: 4, bits: fromParts(text.split('.').map(Number), 8) };
  if (!isIPv6(text) || /[%.]/.test(text)) return undefined;
  const [head = '', tail] = text.split('::');
  const left = wordsOf(head);
  const right = tail === undefined ? [] : wordsOf(tail);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0);
  const bits = fromParts([...left, ...zeros, ...right], 16);
  return bits >> 32n === 0xffffn ? undefined : { family: 6, bits };
}

const wordsOf = (side: string): readonly number[] => (side === '' ? [] : side.split(':').map((word) => Number.parseInt(word, 16)));

const fromParts = (parts: readonly number[], width: number): bigint =>
  parts.reduce((bits, part) => (bits << BigInt(width)) | BigInt(part), 0n);

export function parseCidr(text: string): Network | undefined {
  const [address, prefix, ...more] = text.split('/');
  if (address === undefined || prefix === undefined || more.length > 0 || !/^(?:0|[1-9]\d{0,2})$/.test(prefix)) return undefined;
  const found = parseAddress(address);
  return found && Number(prefix) <= widthOf(found) ? { ...found, prefix: Number(prefix) } : undefined;
}

export const widthOf = ({ family }: Address): number => (family === 4 ? 32 : 128);

export function masked({ family, bits, prefix }: Network): Network {
  const rest = BigInt(widthOf({ family, bits }) - prefix);
  return { family, bits: (bits >> rest) << rest, prefix };
}

export const contains = (network: Network, inner: Address): boolean =>
  network.family === inner.family && masked({ ...inner, prefix: network.prefix }).bits === masked(network).bits;

/** As it is usually written: the longest run of zeros left out, in lower case. */
export function formatAddress({ family, bits }: Address): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.');
  const words = Array.from({ length: 8 }, (_, i) => ((bits >> BigInt(112 - 16 * i)) & 0xffffn).toString(16));
  const runs = [
    ...words
      .map((word) => (word === '0' ? '0' : 'x'))
      .join('')
      .matchAll(/0{2,}/g),
  ];
  const longest = runs.reduce<RegExpMatchArray | undefined>(
    (best, run) => (!best || run[0].length > best[0].length ? run : best),
    undefined,
  );
  if (!longest) return words.join(':');
  const start = longest.index ?? 0;
  return `${words.slice(0, start).join(':')}::${words.slice(start + longest[0].length).join(':')}`;
}
