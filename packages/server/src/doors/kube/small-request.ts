/** What the small requests below a resource have in common. */
import { isObject, type JsonObject } from '@ectropy/sdk';
import type { Ask } from './ask.ts';
import { readDocument } from './read-document.ts';
import { OptionsQuery } from './wire/options-query.ts';
import { badRequest } from './wire/refused.ts';
import { readDryRun } from './wire/write-options.ts';

/** The body: an object, or nothing. */
export function bodyOf(ask: Ask): JsonObject {
  const { value = {} } = readDocument(ask);
  if (!isObject(value)) throw badRequest('the body must be an object');
  return value;
}

export function dryRunOf({ url }: Ask): boolean {
  const query = new OptionsQuery(url);
  const dryRun = readDryRun(query);
  query.check('CreateOptions');
  return dryRun;
}
