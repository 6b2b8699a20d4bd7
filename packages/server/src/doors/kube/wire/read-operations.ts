/** A JSON patch as it is sent, checked as a whole before anything is applied. */
import type { Json, JsonObject, Path, Problem } from '@ectropy/sdk';
import { isForbiddenKey, parsePointer, type Pointer } from './pointer.ts';
import { MAX_OPERATIONS } from './patch-budget.ts';
import { badRequest, Refused } from './refused.ts';

export type Operation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: Pointer; readonly value: Json }
  | { readonly op: 'remove'; readonly path: Pointer }
  | { readonly op: 'move' | 'copy'; readonly path: Pointer; readonly from: Pointer };

const MAX_PROBLEMS = 20;

export function readOperations(patch: Json): readonly Operation[] {
  if (!Array.isArray(patch)) throw badRequest('a JSON patch must be a list of operations');
  const given = patch as readonly Json[];
  if (given.length > MAX_OPERATIONS)
    throw new Refused(
      { code: 'too_large', message: `a JSON patch must have at most ${MAX_OPERATIONS} operations (got ${given.length})` },
      { status: 413 },
    );
  const problems: Problem[] = [];
  const operations = given.flatMap((one, index) => (problems.length < MAX_PROBLEMS ? (readOperation(one, index, problems) ?? []) : []));
  const [first, ...rest] = problems;
  if (first) throw new Refused([first, ...rest], { status: 400 });
  return operations;
}

function readOperation(given: Json, index: number, problems: Problem[]): Operation | undefined {
  const wrong = (path: Path, message: string): undefined => void problems.push({ code: 'invalid', path: [index, ...path], message });
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return wrong([], 'must be an object');
  const operation = given as JsonObject;
  const path = readPointer(operation, 'path', wrong);
  switch (operation.op) {
    case 'add':
    case 'replace':
    case 'test':
      if (!Object.hasOwn(operation, 'value') || operation.value === undefined) return wrong(['value'], 'must be set');
      return path && { op: operation.op, path, value: operation.value };
    case 'remove':
      return path && { op: 'remove', path };
    case 'move':
    case 'copy': {
      const from = readPointer(operation, 'from', wrong);
      return path && from && { op: operation.op, path, from };
    }
    default:
      return wrong(['op'], 'must be one of "add", "remove", "replace", "move", "copy", "test"');
  }
}

type Wrong = (path: Path, message: string) => undefined;

function readPointer(operation: JsonObject, field: 'path' | 'from', wrong: Wrong): Pointer | undefined {
  const text = Object.hasOwn(operation, field) ? operation[field] : undefined;
  const pointer = typeof text === 'string' ? parsePointer(text) : undefined;
  if (!pointer) return wrong([field], 'must be a JSON pointer, for example "/spec/replicas"');
  return pointer.some(isForbiddenKey) ? wrong([field], 'holds a key that is not allowed') : pointer;
}
