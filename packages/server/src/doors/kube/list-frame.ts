/** A list that is written piece by piece, in JSON or YAML. What is known only at the end, where to go on, stands at its end. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Json, JsonObject } from '@ectropy/sdk';
import { encode } from '../../hub/codec/encode.ts';

export interface Frame {
  readonly open: string;
  item(object: Json, first: boolean): string;
  close(metadata: JsonObject, empty: boolean): string;
}

/** The `head` of a list; its metadata, and what stands under `key`, are written instead of those in it. */
export function frameOf(head: JsonObject, key: 'items' | 'rows', format: 'json' | 'yaml'): Frame {
  const { [key]: _, metadata: __, ...rest } = head;
  if (format === 'json')
    return {
      open: `${JSON.stringify(rest).slice(0, -1)},"${key}":[`,
      item: (object, first) => `${first ? '' : ','}${JSON.stringify(object)}`,
      close: (metadata) => `],"metadata":${JSON.stringify(metadata)}}\n`,
    };
  return {
    open: `${encode(rest, 'yaml')}${key}:`,
    item: (object, first) => `${first ? '\n' : ''}- ${encode(object, 'yaml').replace(/\n(?=[^\n])/g, '\n  ')}`,
    close: (metadata, empty) => `${empty ? ' []\n' : ''}${encode({ metadata }, 'yaml')}`,
  };
}

const CHUNK = 64 * 1024;

/** Others are served between two chunks. */
export async function* framed(objects: AsyncIterable<Json>, frame: Frame, metadata: () => JsonObject): AsyncGenerator<string> {
  let text = frame.open;
  let first = true;
  for await (const object of objects) {
    text += frame.item(object, first);
    first = false;
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
    await turn();
  }
  yield text + frame.close(metadata(), first);
}
