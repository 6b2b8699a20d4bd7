/** Why there was no answer, by the code of the error. The words stay the same from one try to the next (L10), so none holds a detail. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ENOTFOUND: 'the name of the host is not known',
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  EADDRNOTAVAIL: 'the host cannot be reached',
  ETIMEDOUT: 'the connection could not be made in time',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by nobody whom this machine trusts',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by nobody whom this machine trusts',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by nobody whom this machine trusts',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by nobody whom this machine trusts',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  EPROTO: 'it does not speak TLS as this machine does',
  HPE_HEADER_OVERFLOW: 'its headers are too large',
};

const families: readonly (readonly [RegExp, string])[] = [
  [/^ERR_(?:SSL|TLS)_/, 'it does not speak TLS as this machine does'],
  [/^HPE_/, 'what it said is not HTTP'],
];

export function noAnswer(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (Object.hasOwn(words, code)) return words[code] ?? '';
  const family = families.find(([pattern]) => pattern.test(code));
  if (family) return family[1];
  return code ? `the request failed (${code})` : 'the request failed';
}
