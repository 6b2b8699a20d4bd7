import { createHash } from 'node:crypto';
import type { MutateOptions } from '../../app/app.ts';
import type { Ask } from './ask.ts';
import { badRequest } from './wire/refused.ts';

const MAX_KEY = 255;

/** The same `Idempotency-Key` gives the same answer. Dry runs write nothing, so there is nothing to remember. */
export function mutationOf({ headers, method, url, bytes, caller }: Ask, dryRun: boolean): MutateOptions {
  const key = [headers['idempotency-key']].flat()[0]?.trim();
  if (dryRun || key === undefined) return { dryRun };
  if (!/^[\x20-\x7e]+$/.test(key) || key.length > MAX_KEY)
    throw badRequest(`the Idempotency-Key header must have 1 to ${MAX_KEY} printable characters`, 'use a UUID');
  const path = url.replace(/\?.*/s, '');
  return {
    dryRun,
    idempotency: {
      key: digest(caller.actor, caller.projects ?? '*', method, path, key),
      fingerprint: digest(method, url, Buffer.from(bytes).toString('base64')),
    },
  };
}

const digest = (...parts: readonly (string | readonly string[])[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
