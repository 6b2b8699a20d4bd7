/** Reads a kept document back. */
import { gunzipSync } from 'node:zlib';
import type { Document } from '../document.ts';

export const bytesOf = ({ encoding, body }: Document): Buffer => (encoding === 'gzip' ? gunzipSync(body) : body);

export const readDocument = <T = Record<string, unknown>>(document: Document | undefined): T => {
  if (!document) throw new Error('there is no such document');
  return JSON.parse(bytesOf(document).toString()) as T;
};
