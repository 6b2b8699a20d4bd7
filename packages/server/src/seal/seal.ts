/** Sealing one text for one place: AES-256-GCM, so that whoever cannot read it cannot move or alter it unnoticed either. */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Path } from '@ectropy/sdk';
import { derive, type SealKey } from './keyring.ts';

/** A sealed text opens only where it was sealed for: in this document, at this path. */
export interface Place {
  /** The URN of the resource, or what else the document is known by. */
  readonly scope: string;
  readonly path: Path;
}

export type Opened =
  | { readonly type: 'open'; readonly text: string }
  | { readonly type: 'no-key'; readonly id: string }
  /** Altered, or of another place. */
  | { readonly type: 'broken' };

export const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const FORM = /^v1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/;

const placeOf = ({ scope, path }: Place): Buffer => Buffer.from(JSON.stringify([scope, ...path]));
const keyFor = (key: SealKey, { scope }: Place): Uint8Array => derive(key, `seal ${scope}`);

/** `iv` must be random and never used again. */
export function sealText(key: SealKey, place: Place, text: string, iv: Uint8Array): string {
  const cipher = createCipheriv(CIPHER, keyFor(key, place), iv).setAAD(placeOf(place));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `v1:${key.id}:${sealed.toString('base64url')}`;
}

export function openText(keys: readonly SealKey[], place: Place, sealed: unknown): Opened {
  const [, id = '', body = ''] = typeof sealed === 'string' ? (FORM.exec(sealed) ?? []) : [];
  if (id === '') return { type: 'broken' };
  const key = keys.find((one) => one.id === id);
  return key ? decipher(key, place, Buffer.from(body, 'base64url')) : { type: 'no-key', id };
}

function decipher(key: SealKey, place: Place, bytes: Buffer): Opened {
  if (bytes.length < IV_BYTES + TAG_BYTES) return { type: 'broken' };
  const decipherer = createDecipheriv(CIPHER, keyFor(key, place), bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(placeOf(place))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipherer.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipherer.final()]).toString('utf8');
    return { type: 'open', text };
  } catch {
    return { type: 'broken' };
  }
}
