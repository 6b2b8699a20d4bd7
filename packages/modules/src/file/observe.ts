import { isUtf8 } from 'node:buffer';
import type { Host, JsonObject, Observation, Subject } from '@ectropy/sdk';
import { inWords } from './errno.ts';
import { look, outputSeen, type Seen } from './look.ts';
import { locate } from './place.ts';
import { digestOf, type FileSpec, type Wanted } from './spec.ts';
import { demand } from './wanted.ts';

/** Larger than this is compared by digest: both sides appear in events that people read. */
const READABLE = 2048;

export async function observe(root: string, subject: Subject<FileSpec>, { signal }: Host): Promise<Observation> {
  const { spec } = subject;
  const wanted = demand(subject);
  const seen = await inWords(`look at ${spec.path}`, async () => look(await locate(root, spec.path), signal));
  if (seen.type === 'missing') return { exists: false };
  return { exists: true, ...compare(spec, wanted, seen), output: outputSeen(spec.path, seen) };
}

/** Both sides in the same words. Another type is the whole story. */
function compare(spec: FileSpec, wanted: Wanted, seen: Seen): { readonly actual: JsonObject; readonly expected: JsonObject } {
  if (wanted.type === 'directory' && seen.type === 'directory') return { actual: withMode(seen), expected: withMode(wanted) };
  if (wanted.type !== 'file' || seen.type !== 'file') return { actual: { type: seen.type }, expected: { type: wanted.type } };
  const { bytes, digest } = seen;
  // What fills a template may be secret, so only declared content is shown.
  if (spec.content !== undefined && bytes && isReadable(bytes) && isReadable(wanted.bytes)) {
    return {
      actual: { ...withMode(seen), content: bytes.toString() },
      expected: { ...withMode(wanted), content: wanted.bytes.toString() },
    };
  }
  return { actual: { ...withMode(seen), digest }, expected: { ...withMode(wanted), digest: digestOf(wanted.bytes) } };
}

const withMode = ({ type, mode }: { readonly type: string; readonly mode: string }): JsonObject => ({ type, mode });

const isReadable = (bytes: Buffer): boolean => bytes.length <= READABLE && isUtf8(bytes) && !bytes.includes(0);
