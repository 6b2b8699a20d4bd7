const SPACES = /[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000]/gu;
const NOTHING = /\u00AD|\u034F|\u1806|[\u180B-\u180D]|\u200C|\u200D|\u2060|[\uFE00-\uFE0F]|\uFEFF/gu;
const PROHIBITED =
  /[\p{Cc}\p{Co}\p{Cs}\u0340\u0341\u06DD\u070F\u180E\u200E\u200F\u2028-\u202E\u2061-\u2063\u206A-\u206F\u2FF0-\u2FFB\uFDD0-\uFDEF\uFFF9-\uFFFF]/u;

/**
 * The form of a password that counts (RFC 4013): spaces are spaces, invisible characters are none, and the rest is in normal form KC.
 * What the RFC prohibits stays as it is, as PostgreSQL and its clients do it.
 */
export function saslprep(password: string): string {
  const prepared = password.replaceAll(SPACES, ' ').replaceAll(NOTHING, '').normalize('NFKC');
  return prepared === '' || PROHIBITED.test(prepared) ? password : prepared;
}
