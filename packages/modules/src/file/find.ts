import { isUtf8 } from 'node:buffer';
import { ProblemError, type Found, type Host } from '@ectropy/sdk';
import { inWords } from './errno.ts';
import { look, outputSeen } from './look.ts';
import { pathFault } from './path.ts';
import { locate } from './place.ts';
import { LIMIT, type FileSpec } from './spec.ts';

/** What exists at a relative path, as somebody would have declared it. */
export async function find(root: string, reference: string, { signal }: Host): Promise<Found<FileSpec> | undefined> {
  const fault = pathFault(reference);
  if (fault !== undefined) throw new ProblemError({ code: 'invalid', message: `the reference ${JSON.stringify(reference)} ${fault}` });
  const seen = await inWords(`look at ${reference}`, async () => look(await locate(root, reference), signal));
  const output = outputSeen(reference, seen);
  switch (seen.type) {
    case 'missing':
      return undefined;
    case 'directory':
      return { spec: { path: reference, directory: true, mode: seen.mode }, output };
    case 'file':
      if (!seen.bytes) throw new ProblemError({ code: 'too_large', message: `${reference} is larger than ${LIMIT} bytes` });
      return { spec: { path: reference, ...contentOf(seen.bytes), mode: seen.mode }, output };
    default:
      throw new ProblemError({ code: 'unsupported', message: `${reference} is neither a file nor a folder` });
  }
}

const contentOf = (bytes: Buffer): Pick<FileSpec, 'content' | 'encoding'> =>
  isUtf8(bytes) && !bytes.includes(0) ? { content: bytes.toString() } : { content: bytes.toString('base64'), encoding: 'base64' };
