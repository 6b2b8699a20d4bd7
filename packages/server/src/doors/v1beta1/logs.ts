import type { LogChunk } from '@ectropy/sdk';
import { refusalOf } from '../http/refusal.ts';
import type { Verb } from './ask.ts';
import { readUrn } from './common.ts';
import { begin } from '../http/first.ts';
import { readCaller } from './headers.ts';
import { errorBody } from './problem.ts';

/** A log may stay silent for hours, so the answer begins after this long even if nothing has come. */
const FIRST_MS = 250;

/** GET /resources/{urn}/logs: newline-delimited JSON in the shape of the ancestor's gateway. */
export const logs: Verb = async (ask, { app }) => {
  const { urn } = readUrn(ask);
  const caller = readCaller(ask, 'optional');
  const filter = ask.query.words('filter');
  ask.faults.check();

  const signal = ask.signal();
  const { all } = await begin(await app.logs(urn, filter, caller, { signal }), FIRST_MS);
  return { contentType: 'application/x-ndjson', chunks: lines(all, signal), signal };
};

async function* lines(chunks: AsyncIterable<LogChunk>, signal: AbortSignal): AsyncGenerator<string> {
  try {
    for await (const { text, labels } of chunks) {
      yield `${JSON.stringify({ result: { chunk: { data: Buffer.from(text).toString('base64'), labels } } })}\n`;
    }
  } catch (error) {
    if (!signal.aborted) yield `${JSON.stringify({ error: errorBody(refusalOf(error)) })}\n`;
  }
}
