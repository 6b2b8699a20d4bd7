/** The thread in which schemas of strangers are compiled for the first time: it may be ended at any moment. */
import { parentPort } from 'node:worker_threads';
import { type JsonObject, problemsOf } from '@ectropy/sdk';
import { compileSchema } from './compile.ts';

const answer = (schema: JsonObject): unknown => {
  try {
    compileSchema(schema, { root: [] })({});
    return [];
  } catch (error) {
    return problemsOf(error);
  }
};

parentPort?.on('message', (schema: JsonObject) => parentPort?.postMessage(answer(schema), []));
parentPort?.postMessage('ready', []);
