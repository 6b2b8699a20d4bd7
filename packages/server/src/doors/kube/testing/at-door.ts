/** The door without HTTP: requests in, statuses and bodies out, over a bed. */
import type { JsonObject } from '@ectropy/sdk';
import type { Bed } from '../../../app/testing/bed.ts';
import type { Answer, Ask, KubeDeps } from '../ask.ts';
import { serve, targetOf } from '../serve.ts';
import { openViews } from '../views.ts';
import { refusalOf } from '../wire/refused.ts';
import { statusOf } from '../wire/status.ts';

export interface Told {
  readonly status: number;
  /** Read without ceremony. */
  readonly body: JsonObject;
  readonly warnings: readonly string[];
}

export interface AtDoor {
  ask(method: string, url: string, body?: unknown, caller?: Ask['caller'], headers?: Ask['headers']): Promise<Told>;
  /** The fields and sentences of a refusal. */
  causes(told: Told): readonly string[];
}

export function atDoor({ app, deps: { kinds } }: Bed): AtDoor {
  const deps: KubeDeps = { app, kinds, views: openViews(kinds), now: Date.now, randomBelow: () => 0 };
  return {
    async ask(method, url, body, caller = { actor: 'alice' }, headers = {}) {
      try {
        return toldBy(await answerTo({ method, url, headers, caller }, body, deps));
      } catch (error) {
        const { code, body: status } = statusOf(refusalOf(error));
        return { status: code, body: status as unknown as JsonObject, warnings: [] };
      }
    },
    causes: ({ body }) =>
      ((body.details as JsonObject | undefined)?.causes as readonly JsonObject[] | undefined)?.map(
        ({ field, message }) => `${String(field)}: ${String(message)}`,
      ) ?? [],
  };
}

async function answerTo(said: Omit<Ask, 'bytes' | 'signal'>, body: unknown, deps: KubeDeps): Promise<Answer> {
  const aimed = targetOf(said.method, said.url.replace(/\?.*/s, ''));
  if (aimed?.target.type !== 'resource') throw new Error(`${said.url} is no resource`);
  const bytes = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
  const headers = { 'content-type': 'application/json', ...said.headers };
  const ask: Ask = { ...said, headers, bytes, signal: () => new AbortController().signal };
  return (await serve(aimed.target, aimed.imports, ask, deps)).answer();
}

function toldBy(answer: Answer): Told {
  if ('stream' in answer) throw new Error('a stream has no body');
  const body = 'body' in answer ? answer.body : (JSON.parse(Buffer.from(answer.bytes).toString()) as JsonObject);
  return { status: answer.status ?? 200, body, warnings: answer.warnings ?? [] };
}
