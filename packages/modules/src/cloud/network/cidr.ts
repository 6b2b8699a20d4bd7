const [SHORTEST, LONGEST] = [8, 29];

/** What is wrong with a range and what to write instead; nothing if it is right. */
export function cidrFault(cidr: string): { readonly message: string; readonly hint: string } | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(cidr);
  const parts = match?.slice(1).map(Number) ?? [];
  const [octets, prefix = 0] = [parts.slice(0, 4), parts[4]];
  const written = match?.slice(1).every((part) => part === String(Number(part)));
  if (!match || !written || octets.some((octet) => octet > 255))
    return { message: `is not an IPv4 range (got ${JSON.stringify(cidr.slice(0, 40))})`, hint: 'write it as 10.1.0.0/16' };
  if (prefix < SHORTEST || prefix > LONGEST)
    return { message: `must have a prefix from ${SHORTEST} to ${LONGEST} (got ${prefix})`, hint: 'write it as 10.1.0.0/16' };
  const address = octets.reduce((sum, octet) => sum * 256 + octet, 0);
  const base = address - (address % 2 ** (32 - prefix));
  return base === address
    ? undefined
    : { message: 'its address has bits beyond its prefix', hint: `write it as ${dotted(base)}/${prefix}` };
}

const dotted = (address: number): string => [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
