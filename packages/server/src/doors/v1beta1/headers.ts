/** What stands in the headers of a request: who asks, under which key, and which version is expected. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, MutateOptions } from '../../app/app.ts';
import type { Version } from '../../core/resource.ts';
import type { Ask } from './ask.ts';

const MAX_USER = 256;
const MAX_KEY = 255;

/** Node joins repeated headers of these names with commas, so each is one string. */
const header = (headers: IncomingHttpHeaders, name: string): string | undefined => [headers[name]].flat()[0]?.trim();

/** The `user-id` header. The ancestor answers 500 when it is missing; here it is the caller's mistake. */
export function readCaller({ headers, trace, faults, identified }: Ask, user: 'required' | 'optional'): Caller {
  const actor = identified?.actor || (header(headers, 'user-id') ?? '');
  if (actor === '' && user === 'required')
    faults.add([], "empty 'user-id' header", 'say who you are, for example user-id: jane@example.com');
  if (actor.length > MAX_USER) faults.add([], `the 'user-id' header must have at most ${MAX_USER} characters (got ${actor.length})`);
  return { ...identified, actor, ...(trace !== undefined && { trace }) };
}

/** Dry runs write nothing, so there is nothing to remember under a key. */
export function mutation(ask: Ask, { actor, projects = ['*'] }: Caller, { dryRun = false } = {}): MutateOptions {
  const key = readKey(ask);
  if (dryRun || key === undefined) return { dryRun };
  const path = ask.url.replace(/\?.*/s, '');
  return {
    dryRun,
    idempotency: {
      key: digest(actor, ...projects, ask.method, path, key),
      fingerprint: digest(ask.method, ask.url, JSON.stringify(ask.body ?? null)),
    },
  };
}

function readKey({ headers, faults }: Ask): string | undefined {
  const key = header(headers, 'idempotency-key');
  if (key === undefined) return undefined;
  if (!/^[\x20-\x7e]+$/.test(key) || key.length > MAX_KEY)
    faults.add([], `the Idempotency-Key header must have 1 to ${MAX_KEY} printable characters`, 'use a UUID');
  return key;
}

const digest = (...parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** `If-Match: "123"` or `123`; `*` asks for no more than that the resource exists. */
export function readExpected({ headers, faults }: Ask): { readonly expected?: Version } {
  const given = header(headers, 'if-match');
  if (given === undefined || given === '*') return {};
  const version = /^(?:W\/)?"?(\d{1,30})"?$/.exec(given)?.[1];
  if (version !== undefined) return { expected: version as Version };
  faults.add([], 'the If-Match header must hold one version', 'send the ETag of an earlier answer, for example "123"');
  return {};
}

export const etagOf = (version: Version): string => `"${version}"`;
