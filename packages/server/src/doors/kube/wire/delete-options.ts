/** The options of a delete: in the body, or in the query when there is no body. */
import type { Json, JsonObject, Path, Problem } from '@ectropy/sdk';
import { OptionsQuery } from './options-query.ts';
import { Refused } from './refused.ts';
import { readDryRun } from './write-options.ts';

export type Propagation = 'Orphan' | 'Background' | 'Foreground';

export interface DeleteOptions {
  readonly dryRun: boolean;
  readonly propagation?: Propagation;
  readonly gracePeriodSeconds?: number;
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string };
}

interface Given {
  readonly dryRun: readonly string[];
  readonly propagationPolicy?: string;
  readonly orphanDependents?: boolean;
  readonly gracePeriodSeconds?: number;
  readonly preconditions: DeleteOptions['preconditions'];
}

/** A rehearsal that is asked for in either place is one. */
export function readDeleteOptions(url: string, body: Json | undefined): DeleteOptions {
  const query = new OptionsQuery(url);
  const given = body === undefined || body === null ? fromQuery(query) : fromBody(body);
  const dryRun = readDryRun(query, [...new Set([...given.dryRun, ...query.list('dryRun')])]);
  const policy = query.choice('propagationPolicy', policies, given.propagationPolicy);
  if (given.propagationPolicy !== undefined && given.orphanDependents !== undefined)
    query.invalid('propagationPolicy', 'Invalid value: orphanDependents and deletionPropagation cannot be both set');
  if ((given.gracePeriodSeconds ?? 0) < 0) query.invalid('gracePeriodSeconds', 'Invalid value: must be greater than or equal to 0');
  query.check('DeleteOptions');
  const propagation = policy ?? (given.orphanDependents === undefined ? undefined : given.orphanDependents ? 'Orphan' : 'Background');
  return {
    dryRun,
    preconditions: given.preconditions,
    ...(propagation !== undefined && { propagation }),
    ...(given.gracePeriodSeconds !== undefined && { gracePeriodSeconds: given.gracePeriodSeconds }),
  };
}

const policies = ['Background', 'Foreground', 'Orphan'] as const;

function fromQuery(query: OptionsQuery): Given {
  const propagationPolicy = query.text('propagationPolicy');
  const orphanDependents = query.bool('orphanDependents');
  const gracePeriodSeconds = query.whole('gracePeriodSeconds');
  return {
    dryRun: [],
    preconditions: {},
    ...(propagationPolicy !== undefined && { propagationPolicy }),
    ...(orphanDependents !== undefined && { orphanDependents }),
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
  };
}

function fromBody(body: Json): Given {
  const reader = new BodyReader();
  const options = reader.object(body, []);
  if (options.kind !== undefined && options.kind !== 'DeleteOptions') reader.wrong(['kind'], 'must be "DeleteOptions"');
  const preconditions = reader.object(options.preconditions ?? {}, ['preconditions']);
  const given: Given = {
    dryRun: reader.texts(options.dryRun, ['dryRun']),
    ...reader.field('propagationPolicy', options.propagationPolicy, isText),
    ...reader.field('orphanDependents', options.orphanDependents, isFlag),
    ...reader.field('gracePeriodSeconds', options.gracePeriodSeconds, isWhole),
    preconditions: {
      ...reader.field('uid', preconditions.uid, isText, ['preconditions']),
      ...reader.field('resourceVersion', preconditions.resourceVersion, isText, ['preconditions']),
    },
  };
  reader.check();
  return given;
}

interface Sort<T extends Json> {
  readonly says: string;
  is(value: Json): value is T;
}

const isText: Sort<string> = { says: 'must be a string', is: (value) => typeof value === 'string' };
const isFlag: Sort<boolean> = { says: 'must be true or false', is: (value) => typeof value === 'boolean' };
const isWhole: Sort<number> = { says: 'must be a whole number', is: (value): value is number => Number.isInteger(value) };

/** Reads field by field, and goes on when one is wrong. */
class BodyReader {
  readonly #problems: Problem[] = [];

  wrong(path: Path, message: string): void {
    this.#problems.push({ code: 'invalid', path, message });
  }

  object(value: Json, path: Path): JsonObject {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
    this.wrong(path, 'must be an object');
    return {};
  }

  texts(value: Json | undefined, path: Path): readonly string[] {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    this.wrong(path, 'must be a list of strings');
    return [];
  }

  field<N extends string, T extends Json>(name: N, value: Json | undefined, sort: Sort<T>, above: Path = []): { readonly [P in N]?: T } {
    if (value === undefined || value === null) return {};
    if (sort.is(value)) return { [name]: value } as unknown as { readonly [P in N]?: T };
    this.wrong([...above, name], sort.says);
    return {};
  }

  check(): void {
    const [first, ...rest] = this.#problems;
    if (first) throw new Refused([first, ...rest], { status: 400 });
  }
}
