import { dirname, resolve } from 'node:path';
import { ProblemError } from '@ectropy/sdk';
import type { Problem } from '@ectropy/sdk';
import { loadAll, YAMLException } from 'js-yaml';
import { invalid, unknown } from './given.ts';
import type { Given, Layer } from './given.ts';
import { mayComeFrom, names, settingOf } from './schema.ts';
import type { Name } from './schema.ts';

/** Like `readFileSync`: throws an error with the code `ENOENT` if there is no such file. */
export type ReadFile = (path: string) => string;

const usual = 'ectropy.yaml';

/** The file that `chosen` names, which must exist, or the usual one, which need not. JSON is read as the YAML that it is. */
export function fromFile(chosen: Given | undefined, readFile: ReadFile, cwd: string): Layer {
  const shown = chosen?.text ?? usual;
  const path = resolve(cwd, shown);
  try {
    return fromDocument(parse(readFile(path), shown), shown, path);
  } catch (error) {
    if (error instanceof ProblemError) return { given: new Map(), problems: error.problems };
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (!chosen && code === 'ENOENT') return { given: new Map(), problems: [] };
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    return {
      given: new Map(),
      problems: [invalid(`${chosen?.as ?? 'configuration file'}: must be a readable file (got "${shown}"): ${reason}`)],
    };
  }
}

function fromDocument(document: Readonly<Record<string, unknown>>, shown: string, path: string): Layer {
  const allowed = names.filter((name) => mayComeFrom(name, 'file'));
  const folder = dirname(path);
  // The file that was read is a setting too, so that the log can tell.
  const given = new Map<Name, Given>([['config', { text: path, as: shown, folder }]]);
  const problems: Problem[] = [];
  for (const [key, value] of Object.entries(document)) {
    const as = `${shown}: ${key}`;
    const name = allowed.find((one) => one === key);
    const written = name && textOf(value, settingOf(name).value.many);
    if (name === undefined) problems.push(unknown(as, key, (near) => near, allowed));
    else if (written === undefined) problems.push(invalid(`${as}: must be ${settingOf(name).value.allowed} (got ${typeName(value)})`));
    else given.set(name, { text: written, as, folder });
  }
  return { given, problems };
}

/** The parser's own message quotes the lines around the mistake, and these may hold a secret. */
function parse(source: string, shown: string): Readonly<Record<string, unknown>> {
  const [document, ...more] = documents(source, shown);
  if (more.length > 0) throw new ProblemError(invalid(`${shown}: must be one YAML document (got ${more.length + 1})`));
  if (document === undefined || document === null) return {};
  if (isMapping(document)) return document;
  throw new ProblemError(invalid(`${shown}: must be a mapping of settings to values (got ${typeName(document)})`));
}

function documents(source: string, shown: string): readonly unknown[] {
  try {
    return loadAll(source);
  } catch (error) {
    const reason = error instanceof YAMLException ? error.reason : 'it cannot be parsed';
    const line = error instanceof YAMLException && error.mark ? ` in line ${error.mark.line + 1}` : '';
    throw new ProblemError(invalid(`${shown}: must be YAML or JSON, but${line}: ${reason}`), { cause: error });
  }
}

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

function textOf(value: unknown, many = false): string | undefined {
  if (isScalar(value)) return String(value);
  return many && Array.isArray(value) && value.every(isScalar) ? value.join(',') : undefined;
}

function typeName(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return isMapping(value) ? 'a mapping' : `a ${typeof value}`;
}
