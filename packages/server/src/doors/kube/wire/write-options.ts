/** The query of create, update and patch. */
import { OptionsQuery, unsupportedValue } from './options-query.ts';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

export interface WriteOptions {
  readonly dryRun: boolean;
  readonly fieldValidation: FieldValidation;
  /** Who the fields belong to from now on; see `managerOf` when it is absent. */
  readonly fieldManager?: string;
  /** Take fields from other managers. */
  readonly force: boolean;
}

const kinds = { create: 'CreateOptions', update: 'UpdateOptions', patch: 'PatchOptions', apply: 'PatchOptions' } as const;

/** `apply` is a patch of that type. */
export function readWriteOptions(url: string, verb: keyof typeof kinds): WriteOptions {
  const query = new OptionsQuery(url);
  const dryRun = readDryRun(query);
  const fieldValidation = query.choice('fieldValidation', ['Ignore', 'Strict', 'Warn']) ?? 'Warn';
  const fieldManager = readManager(query);
  const force = query.bool('force');
  if (verb === 'apply' && fieldManager === undefined) query.invalid('fieldManager', 'Required value: is required for apply patch');
  if (verb === 'patch' && force !== undefined) query.invalid('force', 'Forbidden: may not be specified for non-apply patch');
  query.check(kinds[verb]);
  return { dryRun, fieldValidation, force: force ?? false, ...(fieldManager !== undefined && { fieldManager }) };
}

/** Anything but `All` is refused: whoever asks for a rehearsal must not get the real thing. */
export function readDryRun(query: OptionsQuery, given: readonly string[] = query.list('dryRun')): boolean {
  for (const value of given) if (value !== 'All') query.invalid('dryRun', unsupportedValue(value, ['All']));
  return given.length > 0;
}

const MAX_MANAGER = 128;
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/u;

function readManager(query: OptionsQuery): string | undefined {
  const text = query.text('fieldManager');
  if (text === undefined) return undefined;
  if (Buffer.byteLength(text) > MAX_MANAGER) query.invalid('fieldManager', `Too long: may not be more than ${MAX_MANAGER} bytes`);
  if (unprintable.test(text))
    query.invalid('fieldManager', `Invalid value: ${JSON.stringify(text.slice(0, 60))}: should only contain printable characters`);
  return text;
}

/** Who writes without saying a name: the program, by its `User-Agent` up to the slash. */
export function managerOf({ fieldManager }: Pick<WriteOptions, 'fieldManager'>, userAgent: string | undefined): string {
  if (fieldManager !== undefined) return fieldManager;
  const [program = ''] = (userAgent ?? '').split('/');
  const ascii = program.replace(/[^\x20-\x7e]/g, '').trim();
  return ascii.slice(0, MAX_MANAGER) || 'unknown';
}
