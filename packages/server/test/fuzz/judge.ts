/** What must hold for every answer, whatever was asked. */
import type { JsonObject } from '@ectropy/sdk';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Request } from './request.ts';
import type { Answer } from './send.ts';
import { isOf, type Sort } from './sort.ts';

export interface Judge {
  /** What is wrong with the answer; nothing if all is well. */
  faultOf(request: Request, answer: Answer): string | undefined;
}

export function openJudge(sorts: readonly Sort[]): Judge {
  const validators = validatorsOf(sorts);
  return {
    faultOf(request, answer) {
      const { status, text, headers, left } = answer;
      if (left && status === 0) return undefined;
      if (status >= 500 && !isFuture(answer)) return `answered ${status}: ${text.slice(0, 500)}`;
      if (SOURCES.test(text)) return `told of its sources: ${SOURCES.exec(text)?.[0]}`;
      if (left) return undefined;
      if (status >= 400 && request.path.startsWith('/api/v1beta1')) return olderFault(request, status, text);
      if (request.method === 'HEAD' || !isKube(request.path)) return undefined;
      if (status >= 400) return statusFault(status, text);
      if (!String(headers['content-type']).startsWith('application/json')) return undefined;
      return objectFault(text, validators);
    },
  };
}

/** A line of a stack, or a file of ours: nobody but the log hears of those. */
export const SOURCES = /\n\s+at \S+ \(|node_modules\/|file:\/\/\/|\/src\/[\w/-]+\.ts\b/;

/** `{ code, message, details }`, as the ancestor's clients read it. */
function olderFault({ method }: Request, status: number, text: string): string | undefined {
  if (method === 'HEAD') return undefined;
  const body = parsed(text);
  const well = typeof body?.code === 'number' && typeof body.message === 'string' && body.message !== '' && Array.isArray(body.details);
  return well ? undefined : `answered ${status} at the older door without saying why: ${text.slice(0, 300)}`;
}

/** Kubernetes answers so when a version is asked for that does not exist yet. */
const isFuture = ({ status, text }: Answer): boolean => status === 504 && text.includes('"ResourceVersionTooLarge"');

const isKube = (path: string): boolean =>
  /^\/(?:api|apis)(?:\/|\?|$)/.test(path) && !path.startsWith('/api/v1beta1') && !path.startsWith('/api/v1/version');

function statusFault(status: number, text: string): string | undefined {
  const body = parsed(text);
  if (!body) return `answered ${status} without a Status: ${text.slice(0, 200)}`;
  const well =
    body.kind === 'Status' &&
    body.apiVersion === 'v1' &&
    body.status === 'Failure' &&
    body.code === status &&
    typeof body.message === 'string' &&
    body.message !== '';
  return well ? undefined : `answered ${status} with a Status that says otherwise: ${text.slice(0, 300)}`;
}

export function parsed(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

type Validators = ReadonlyMap<string, () => ValidateFunction>;

function validatorsOf(sorts: readonly Sort[]): Validators {
  const validators = new Map<string, () => ValidateFunction>();
  for (const document of new Set(sorts.map((sort) => sort.document))) {
    const schemas = (document.components as { schemas: Record<string, JsonObject> }).schemas;
    const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
    ajv.addSchema({ $id: 'document', components: { schemas } });
    for (const [name, schema] of Object.entries(schemas))
      for (const mark of marksOf(schema)) {
        let compiled: ValidateFunction | undefined;
        validators.set(mark, () => (compiled ??= ajv.compile({ $ref: `document#/components/schemas/${name}` })));
      }
  }
  return validators;
}

const marksOf = (schema: JsonObject): readonly string[] =>
  ((schema['x-kubernetes-group-version-kind'] ?? []) as readonly { group: string; version: string; kind: string }[])
    .filter((mark) => isOf(schema, mark))
    .map(({ group, version, kind }) => `${group === '' ? version : `${group}/${version}`} ${kind}`);

/** Watches are lines of events; everything else is one object. */
function objectFault(text: string, validators: Validators): string | undefined {
  const lines = text.startsWith('{"type":') ? text.split('\n').filter(Boolean) : [text];
  for (const line of lines) {
    const body = parsed(line);
    if (!body) return `answered with what is not JSON: ${line.slice(0, 200)}`;
    const object = 'object' in body && lines.length > 0 && text.startsWith('{"type":') ? (body.object as JsonObject) : body;
    const validate = body.type === 'BOOKMARK' ? undefined : validators.get(`${String(object.apiVersion)} ${String(object.kind)}`)?.();
    if (validate && !validate(object)) {
      const [error] = validate.errors ?? [];
      return `answered with an object that does not fit its schema: ${error?.instancePath} ${error?.message} (${error?.schemaPath}): ${line.slice(0, 600)}`;
    }
  }
  return undefined;
}
