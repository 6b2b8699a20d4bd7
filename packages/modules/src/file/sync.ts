import type { Host, Step, Subject } from '@ectropy/sdk';
import { isDeepStrictEqual } from 'node:util';
import { inWords } from './errno.ts';
import { look, outputSeen } from './look.ts';
import { locate, prepare } from './place.ts';
import { remove } from './remove.ts';
import { outputOf, type FileMemo, type FileSpec } from './spec.ts';
import { demand } from './wanted.ts';
import { makeFolder, sweep, writeFile } from './write.ts';

/** One step does it all. What is right already is left alone, so a repeated step writes nothing. */
export async function sync(root: string, subject: Subject<FileSpec>, { todo }: FileMemo, { signal }: Host): Promise<Step<FileMemo>> {
  signal.throwIfAborted();
  const { path } = subject.spec;
  return todo === 'write'
    ? inWords(`write ${path}`, () => bringAbout(root, subject, signal))
    : inWords(`remove ${path}`, () => takeAway(root, subject.spec, signal));
}

async function bringAbout(root: string, subject: Subject<FileSpec>, signal: AbortSignal): Promise<Step<FileMemo>> {
  const { spec } = subject;
  const wanted = demand(subject);
  const place = await prepare(root, spec.path);
  await sweep(place);
  const seen = await look(place, signal);
  const output = outputOf(spec.path, wanted);
  if (seen.type === wanted.type && isDeepStrictEqual(outputSeen(spec.path, seen), output)) return { type: 'done', output };

  signal.throwIfAborted();
  if ((seen.type === 'directory') !== (wanted.type === 'directory')) await remove(place, seen, spec);
  await (wanted.type === 'file' ? writeFile(place, wanted, signal) : makeFolder(place, wanted));
  return { type: 'done', output };
}

async function takeAway(root: string, spec: FileSpec, signal: AbortSignal): Promise<Step<FileMemo>> {
  const place = await locate(root, spec.path);
  if (!place) return { type: 'gone' };
  await sweep(place);
  await remove(place, await look(place, signal), spec);
  return { type: 'gone' };
}
