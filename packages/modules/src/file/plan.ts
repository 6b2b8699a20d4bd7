import { isDeepStrictEqual } from 'node:util';
import { refuse, type Intent, type Json, type JsonObject, type Plan, type Problem, type Subject } from '@ectropy/sdk';
import { modeOf, outputOf, typeOf, type FileMemo, type FileSpec } from './spec.ts';
import { read, type Reading } from './wanted.ts';

type FilePlan = Plan<FileSpec, FileMemo>;

export function plan(subject: Subject<FileSpec>, intent: Intent<FileSpec>): FilePlan {
  switch (intent.type) {
    case 'create':
      return write(intent.spec, subject);
    case 'update':
      return update(intent.spec, subject);
    case 'correct':
      return write(subject.spec, subject);
    case 'adopt':
      return adopt(intent, subject);
    case 'delete':
      return { type: 'change', spec: subject.spec, memo: { todo: 'remove' }, summary: [`remove ${subject.spec.path}`] };
    case 'act':
      return refuse({ code: 'unsupported', message: `a file has no action ${intent.action}` });
  }
}

function write(spec: FileSpec, { needs }: Subject<FileSpec>): FilePlan {
  const reading = read(spec, needs);
  if (reading.type === 'faulty') return refused(reading.problems);
  const summary = [sentence(spec, reading)];
  const unknown = reading.type === 'unknown' ? ['digest', 'size'].map((field) => ['output', field]) : undefined;
  return { type: 'change', spec, memo: { todo: 'write' }, summary, ...(unknown && { unknown }) };
}

function update(spec: FileSpec, subject: Subject<FileSpec>): FilePlan {
  const { spec: now, output, needs } = subject;
  const reading = read(spec, needs);
  if (reading.type === 'faulty') return refused(reading.problems);
  const will = reading.type === 'known' ? outputOf(spec.path, reading.wanted) : undefined;
  if (isDeepStrictEqual(spec, now)) return outdated(will, output) ? write(spec, subject) : { type: 'noop' };
  if (spec.path !== now.path) return { type: 'replace', spec, reason: `it moves from ${now.path} to ${spec.path}` };
  if (typeOf(spec) !== typeOf(now)) return { type: 'replace', spec, reason: `a ${nounOf(now)} cannot become a ${nounOf(spec)} in place` };
  if (will && isDeepStrictEqual(will, output)) return { type: 'settle', spec, output: will };
  return write(spec, subject);
}

/** The spec stands still, but a dependency's output has changed what the template comes to. */
const outdated = (will: JsonObject | undefined, output: Json): boolean =>
  will !== undefined && output !== null && !isDeepStrictEqual(will, output);

function adopt({ spec, found }: Extract<Intent<FileSpec>, { type: 'adopt' }>, subject: Subject<FileSpec>): FilePlan {
  if (spec.path !== found.spec.path) {
    return refuse({ code: 'invalid', path: ['spec', 'path'], message: `must be ${found.spec.path}, which is what was found` });
  }
  const reading = read(spec, subject.needs);
  const equal = reading.type === 'known' && isDeepStrictEqual(outputOf(spec.path, reading.wanted), found.output);
  return equal ? { type: 'noop' } : write(spec, subject);
}

function refused([first, ...more]: readonly Problem[]): FilePlan {
  return first ? refuse(first, ...more) : { type: 'noop' };
}

const nounOf = (spec: FileSpec): string => (spec.directory ? 'folder' : 'file');

function sentence(spec: FileSpec, reading: Reading): string {
  if (spec.directory) return `make folder ${spec.path}, mode ${modeOf(spec)}`;
  const size = reading.type === 'known' && reading.wanted.type === 'file' ? sizeOf(reading.wanted.bytes.length) : 'size known after apply';
  return `write ${spec.path}: ${size}, mode ${modeOf(spec)}`;
}

const sizeOf = (bytes: number): string => (bytes === 1 ? '1 byte' : `${bytes} bytes`);
