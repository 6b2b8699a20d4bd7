import { type JsonObject, ProblemError } from '@ectropy/sdk';
import { type Check, lazyCheck } from '../../hub/schema/compile.ts';
import { pruneUnknown } from '../../hub/schema/prune.ts';
import type { Site } from './ask.ts';

const checks = new WeakMap<JsonObject, Check>();

/** A status as the kind's schema has it: what it does not name is not kept, and what is wrong is refused. */
export function checkedStatus(status: JsonObject, { view }: Site): JsonObject {
  const schema = view.registered.versions.find(({ name }) => name === view.version)?.statusSchema;
  if (!schema) return status;
  const check = checks.get(schema) ?? lazyCheck(schema, { root: ['status'] });
  checks.set(schema, check);
  const { value, problems } = check(pruneUnknown(schema, status).value);
  const [first, ...others] = problems;
  if (first) throw new ProblemError([first, ...others]);
  return value as JsonObject;
}
