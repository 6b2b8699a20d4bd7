import { type Problem, ProblemError } from '@ectropy/sdk';

const MAX_LENGTH = 255;

/** A relative path with `/`, the same on every file system: what would mean something else elsewhere is refused. */
export function artifactNameProblem(name: string): Problem | undefined {
  const say = (message: string, hint = 'use a relative path such as charts/app.tgz'): Problem => ({ code: 'invalid', path: ['name'], message, hint });
  if (name === '') return say('must be set');
  if (Buffer.byteLength(name) > MAX_LENGTH) return say(`must have at most ${MAX_LENGTH} bytes`);
  if (name.normalize('NFC') !== name) return say('must be in the normal form C of Unicode');
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return say('must not be an absolute path');
  // oxlint-disable-next-line no-control-regex -- control characters are what is being refused
  if (/[\\\u0000-\u001f\u007f]/.test(name)) return say('must not contain backslashes or control characters');
  return name.split('/').some((part) => part === '' || part === '.' || part === '..') ? say('must not contain empty parts, "." or ".."') : undefined;
}

export function refuseBadName(name: string, present: readonly string[]): void {
  const problem = artifactNameProblem(name);
  if (problem) throw new ProblemError(problem);
  const twin = present.find((other) => other !== name && other.toLowerCase() === name.toLowerCase());
  if (twin !== undefined)
    throw new ProblemError({ code: 'conflict', path: ['name'], message: `differs from '${twin}' only in upper and lower case`, hint: 'use another name' });
}
