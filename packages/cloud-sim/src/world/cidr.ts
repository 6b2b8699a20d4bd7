/** IPv4 ranges: `10.1.0.0/16`, its gateway, and which of its addresses servers can have. */
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const pattern = new RegExp(String.raw`^(${OCTET}(?:\.${OCTET}){3})/(8|9|1\d|2\d)$`);

export interface Range {
  /** The address of the network itself, as a number. */
  readonly base: number;
  /** How many addresses are in it, those that no server can have included. */
  readonly size: number;
}

/** Nothing when it is no range, or when its address has bits beyond the prefix. */
export function parseCidr(text: string): Range | undefined {
  const [, address = '', prefix = ''] = pattern.exec(text) ?? [];
  if (address === '') return undefined;
  const size = 2 ** (32 - Number(prefix));
  const base = toNumber(address);
  return base % size === 0 ? { base, size } : undefined;
}

export const toNumber = (address: string): number => address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);

export const toAddress = (number: number): string => [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');

export const gatewayOf = ({ base }: Range): string => toAddress(base + 1);

/** The next free address after the last one that was given, round and round; the network, gateway and broadcast addresses are not given. */
export function nextAddress({ base, size }: Range, last: number | undefined, taken: (address: number) => boolean): number | undefined {
  const first = base + 2;
  const count = size - 3;
  const from = last === undefined ? 0 : last - first + 1;
  for (let step = 0; step < count; step++) {
    const address = first + ((from + step) % count);
    if (!taken(address)) return address;
  }
  return undefined;
}
