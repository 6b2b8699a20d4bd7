import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { root } from './dockerfile.ts';

export interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly build?: { readonly context: string };
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly deploy?: { readonly replicas: number };
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

type Mapping = Readonly<Record<string, unknown>>;

/** The file with its merge keys resolved. */
export const readCompose = (): Compose => merged(load(readFileSync(join(root, 'packaging/compose.yaml'), 'utf8'))) as unknown as Compose;

/** What a merge key brings counts less than what stands beside it. */
function merged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(merged);
  if (typeof value !== 'object' || value === null) return value;
  const { '<<': base = {}, ...own } = value as Mapping;
  return Object.fromEntries(Object.entries({ ...(base as Mapping), ...own }).map(([key, one]) => [key, merged(one)]));
}
