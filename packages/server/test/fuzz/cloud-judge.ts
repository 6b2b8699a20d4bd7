/** What must hold for every answer of the cloud: JSON as its own document describes it, and a reason for every refusal. */
import type { JsonObject } from '@ectropy/sdk';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Judge } from './judge.ts';
import { parsed, SOURCES } from './judge.ts';
import type { Request } from './request.ts';

interface Operation {
  readonly responses?: Readonly<Record<string, { readonly content?: { readonly 'application/json'?: { readonly schema: JsonObject } } }>>;
}

export function openCloudJudge(document: JsonObject): Judge {
  const validate = validatorOf(document);
  return {
    faultOf(request, { status, text, left }) {
      if (left && status === 0) return undefined;
      if (SOURCES.test(text)) return `told of its sources: ${SOURCES.exec(text)?.[0]}`;
      const body = left ? undefined : parsed(text);
      const error = body?.error as JsonObject | undefined;
      if (status >= 500 && error?.code !== 'fault') return `answered ${status}: ${text.slice(0, 500)}`;
      if (left || request.method === 'HEAD') return undefined;
      if (!body) return `answered ${status} with what is not JSON: ${text.slice(0, 200)}`;
      if (status < 400) return validate(request, status, body);
      const well = typeof error?.code === 'string' && typeof error.message === 'string' && error.message !== '';
      return well ? undefined : `answered ${status} without saying why: ${text.slice(0, 300)}`;
    },
  };
}

type Validate = (request: Request, status: number, body: JsonObject) => string | undefined;

function validatorOf(document: JsonObject): Validate {
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  ajv.addSchema({ ...document, $id: 'cloud' });
  const compiled = new Map<string, ValidateFunction>();
  const paths = document.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  const patterns = Object.keys(paths).map((pattern) => ({ pattern, matches: new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`) }));
  return ({ method, path }, status, body) => {
    const pattern = patterns.find(({ matches }) => matches.test(path.replace(/\?.*/s, '')))?.pattern ?? '';
    const schema = paths[pattern]?.[method.toLowerCase()]?.responses?.[String(status)]?.content?.['application/json']?.schema;
    if (!schema) return `answered ${status}, of which the document does not tell for ${method} ${pattern}`;
    const ref = String(schema.$ref);
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: `cloud${ref}` });
    compiled.set(ref, validate);
    if (validate(body)) return undefined;
    const [error] = validate.errors ?? [];
    return `answered with an object that does not fit its schema: ${error?.instancePath} ${error?.message}: ${JSON.stringify(body).slice(0, 600)}`;
  };
}
