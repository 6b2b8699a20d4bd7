import { type Host, type JsonObject, ProblemError, type Subject } from '@ectropy/sdk';
import { addressOf } from './address.ts';
import { type Answer, ask, type Question } from './ask.ts';
import { type CloudObject, type Operation, readObject, readOperation, surprise } from './object.ts';
import type { Refusal } from './refusal.ts';
import type { Shape } from './shape.ts';
import type { CommonSpec } from './spec.ts';

export interface CloudSettings {
  /** Where the cloud is, for projects that configure no other. */
  readonly url: string;
  /** How long one request may take, 10 s by default. */
  readonly timeoutMs?: number;
}

export type Sent = { readonly ok: true; readonly operation: Operation } | Refusal;

/** One collection of one cloud, as a step sees it. */
export interface Cloud {
  get(id: string): Promise<CloudObject | undefined>;
  named(name: string): Promise<CloudObject | undefined>;
  operation(id: string): Promise<Operation | undefined>;
  /** A change, under the key of the step if no other is given. `path` is below the collection. */
  send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: JsonObject, key?: string): Promise<Sent>;
}

const TIMEOUT_MS = 10_000;

type Collection = Pick<Shape<CommonSpec>, 'collection' | 'noun' | 'fields'>;

export function openCloud(
  { url, timeoutMs = TIMEOUT_MS }: CloudSettings,
  shape: Collection,
  { config }: Pick<Subject, 'config'>,
  host: Host,
): Cloud {
  const base = addressOf(config, url);
  const { collection, noun, fields } = shape;
  const request = (question: Question): Promise<Answer> => ask(base, question, timeoutMs, host);
  const at = (id: string): string => `v1/${collection}/${encodeURIComponent(id)}`;
  return {
    get: async (id) => {
      const body = present(await request({ method: 'GET', path: at(id) }));
      return body && readObject(body, noun, fields);
    },
    named: async (name) => {
      const { items } = accepted(await request({ method: 'GET', path: `v1/${collection}?name=${encodeURIComponent(name)}` }));
      if (!Array.isArray(items)) throw surprise(`${noun} ${name}`, ['items']);
      return items.map((item) => readObject(item, noun, fields)).find((one) => one.name === name);
    },
    operation: async (id) => {
      const body = present(await request({ method: 'GET', path: `v1/operations/${encodeURIComponent(id)}` }));
      return body && readOperation(body);
    },
    send: async (method, path, body, key) => {
      const question = { method, path: `v1/${collection}${path}`, ...(body && { body }), ...(key !== undefined && { key }) };
      const answer = await request(question);
      return answer.ok ? { ok: true, operation: readOperation(answer.body['operation']) } : answer;
    },
  };
}

function accepted(answer: Answer): JsonObject {
  if (answer.ok) return answer.body;
  throw new ProblemError(answer.problem);
}

const present = (answer: Answer): JsonObject | undefined => (!answer.ok && answer.code === 'not_found' ? undefined : accepted(answer));
