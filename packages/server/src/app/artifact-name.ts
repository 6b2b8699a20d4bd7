import { type Problem, ProblemError } from '@ectropy/sdk';

const MAX_LENGTH = 255;

/** Control characters, and those that turn the order of the letters around for whoever reads them. */
const unreadable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const foreign = /[\\<>:"|?*]/;
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

const say = (message: string): Problem => ({
  code: 'invalid',
  path: ['name'],
  message,
  hint: 'use a relative path such as charts/app.tgz',
});

/** A relative path with `/`, the same on every file system: what would mean something else elsewhere is refused. */
export function artifactNameProblem(name: string): Problem | undefined {
  if (name === '') return say('must be set');
  if (Buffer.byteLength(name) > MAX_LENGTH) return say(`must have at most ${MAX_LENGTH} bytes`);
  if (!name.isWellFormed() || name.normalize('NFC') !== name) return say('must be in the normal form C of Unicode');
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return say('must not be an absolute path');
  if (unreadable.test(name)) return say('must not contain control characters');
  if (foreign.test(name)) return say('must not contain any of \\ < > : " | ? *');
  const parts = name.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return say('must not contain empty parts, "." or ".."');
  if (parts.some((part) => /[. ]$/.test(part))) return say('must not have a part that ends with a dot or a space');
  return parts.some((part) => device.test(part)) ? say('must not name a device') : undefined;
}

export function refuseBadName(name: string, present: readonly string[]): void {
  const problem = artifactNameProblem(name);
  if (problem) throw new ProblemError(problem);
  for (const other of present.filter((each) => each !== name)) {
    const [own, theirs] = [folded(name), folded(other)];
    if (own === theirs) throw beside(`differs from '${other}' only in upper and lower case`);
    if (own.startsWith(`${theirs}/`) || theirs.startsWith(`${own}/`))
      throw beside(`cannot stand beside '${other}': one of them would have to be a folder`);
  }
}

const folded = (name: string): string => name.toLowerCase().normalize('NFC');

const beside = (message: string): ProblemError => new ProblemError({ code: 'conflict', path: ['name'], message, hint: 'use another name' });
