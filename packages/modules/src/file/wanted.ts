import { ProblemError, type Problem, type Subject } from '@ectropy/sdk';
import { pathFault } from './path.ts';
import { LIMIT, modeOf, type FileSpec, type Wanted } from './spec.ts';
import { fill } from './template.ts';

type Needs = Subject['needs'];

/** What a spec comes to. */
export type Reading =
  | { readonly type: 'known'; readonly wanted: Wanted }
  /** The template waits for an output that only apply will tell. */
  | { readonly type: 'unknown' }
  | { readonly type: 'faulty'; readonly problems: readonly Problem[] };

export function read(spec: FileSpec, needs: Needs): Reading {
  const faults = specFaults(spec);
  const body = bodyOf(spec, needs);
  if (body.type === 'faulty') return { type: 'faulty', problems: [...faults, ...body.problems] };
  if (faults.length) return { type: 'faulty', problems: faults };
  return body;
}

/** What should stand on the disk now, when everything must be known. */
export function demand({ spec, needs }: Subject<FileSpec>): Wanted {
  const reading = read(spec, needs);
  if (reading.type === 'known') return reading.wanted;
  const [first, ...more] = reading.type === 'faulty' ? reading.problems : [];
  const waiting = { code: 'unavailable', message: 'a dependency has no output yet', path: ['spec', 'template'] } as const;
  throw new ProblemError([first ?? waiting, ...more]);
}

const invalid = (field: string, message: string, hint?: string): Problem => ({
  code: 'invalid',
  path: ['spec', field],
  message,
  ...(hint !== undefined && { hint }),
});

const BODIES = ['content', 'template', 'directory'] as const;

function specFaults(spec: FileSpec): readonly Problem[] {
  const fault = pathFault(spec.path);
  const given = BODIES.filter((field) => spec[field] !== undefined);
  const extra = given
    .slice(1)
    .map((field) => invalid(field, `cannot stand beside ${given[0]}`, 'give one of content, template and directory'));
  return [
    ...(fault === undefined ? [] : [invalid('path', fault)]),
    ...(given.length === 0 ? [invalid('content', 'is missing', 'give one of content, template and directory')] : extra),
    ...(spec.encoding !== undefined && spec.content === undefined ? [invalid('encoding', 'has a meaning only beside content')] : []),
  ];
}

function bodyOf(spec: FileSpec, needs: Needs): Reading {
  const mode = modeOf(spec);
  if (spec.directory) return { type: 'known', wanted: { type: 'directory', mode } };
  if (spec.template === undefined) return bounded(spec, decode(spec), 'content');
  const filled = fill(spec.template, needs);
  return filled.type === 'text' ? bounded(spec, Buffer.from(filled.text), 'template') : filled;
}

function decode({ content = '', encoding }: FileSpec): Buffer | undefined {
  if (encoding !== 'base64') return Buffer.from(content);
  const dense = content.replaceAll(/\s/g, '');
  return dense.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(dense) ? Buffer.from(dense, 'base64') : undefined;
}

function bounded(spec: FileSpec, bytes: Buffer | undefined, field: 'content' | 'template'): Reading {
  if (!bytes) return { type: 'faulty', problems: [invalid(field, 'is not base64')] };
  if (bytes.length <= LIMIT) return { type: 'known', wanted: { type: 'file', mode: modeOf(spec), bytes } };
  const message = `must not be larger than ${LIMIT} bytes (got ${bytes.length})`;
  return { type: 'faulty', problems: [{ code: 'too_large', path: ['spec', field], message }] };
}
