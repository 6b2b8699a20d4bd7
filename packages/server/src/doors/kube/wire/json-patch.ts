/** RFC 6902 on a document that stays as it was. All operations are applied, or none. */
import type { Json } from '@ectropy/sdk';
import { MAX_DEPTH } from '../../http/json.ts';
import { Budget, type PatchLimits, patchLimits } from './patch-budget.ts';
import type { Pointer } from './pointer.ts';
import { type Operation, readOperations } from './read-operations.ts';
import { Refused } from './refused.ts';

type Draft = null | boolean | number | string | Draft[] | { [key: string]: Draft };
type Container = Draft[] | { [key: string]: Draft };

/** What cannot be read is 400; what does not fit the document, a failing test among it, is 422. */
export function applyJsonPatch(document: Json, patch: Json, limits: PatchLimits = patchLimits): Json {
  const operations = readOperations(patch);
  const budget = new Budget(limits);
  const root: Root = { '': document as Draft };
  const ours = new Set<Container>([root]);
  operations.forEach((operation, index) => perform(root, operation, { index, budget, ours }));
  return root[''];
}

type Root = { '': Draft };

interface Context {
  readonly index: number;
  readonly budget: Budget;
  /** What may be changed in place: the rest is copied on the way to a change, and nothing else of it. */
  readonly ours: Set<Container>;
}

function perform(root: Root, operation: Operation, context: Context): void {
  const { op, path } = operation;
  switch (op) {
    case 'add':
      return insert(root, path, operation.value as Draft, context);
    case 'replace':
      find(root, path, context);
      return put(root, path, operation.value as Draft, context);
    case 'test':
      if (!isEqual(find(root, path, context), operation.value))
        throw misfit(context, `the value at ${show(path)} is not the one tested for`);
      return;
    case 'remove':
      return remove(root, path, context);
    case 'copy':
      return copy(root, operation.from, path, context);
    case 'move':
      return move(root, operation.from, path, context);
  }
}

function copy(root: Root, from: Pointer, path: Pointer, context: Context): void {
  const found = find(root, from, context);
  context.budget.copy(context.budget.weigh(found, path.length));
  insert(root, path, structuredClone(found), context);
}

function move(root: Root, from: Pointer, path: Pointer, context: Context): void {
  const found = find(root, from, context);
  if (from.length === path.length && from.every((part, i) => part === path[i])) return;
  if (from.every((part, i) => part === path[i])) throw misfit(context, `${show(from)} cannot be moved into itself`);
  context.budget.weigh(found, path.length);
  remove(root, from, context);
  insert(root, path, found, context);
}

/** The document itself stands under one more key, so that it has a container like everything else. */
function containerOf(
  root: Root,
  path: Pointer,
  context: Context,
  enter: typeof look,
): { readonly container: Container; readonly key: string } {
  if (path.length > MAX_DEPTH) throw misfit(context, `${show(path)} is nested deeper than ${MAX_DEPTH} levels`);
  let container: Container = root;
  for (const part of ['', ...path.slice(0, -1)].slice(0, path.length)) {
    const next: Draft | undefined = child(container, part);
    if (typeof next !== 'object' || next === null) throw misfit(context, `there is nothing at ${show(path)}`);
    container = enter(next, container, part, context);
  }
  return { container, key: path.at(-1) ?? '' };
}

const look = (found: Container, _above: Container, _part: string, _context: Context): Container => found;

const change: typeof look = (found, above, part, { ours }) => {
  if (ours.has(found)) return found;
  const own = Array.isArray(found) ? [...found] : { ...found };
  ours.add(own);
  set(above, part, own);
  return own;
};

function set(container: Container, key: string, value: Draft): void {
  if (Array.isArray(container)) container[Number(key)] = value;
  else container[key] = value;
}

function child(container: Container, key: string): Draft | undefined {
  if (Array.isArray(container)) return isIndex(key) ? container[Number(key)] : undefined;
  return Object.hasOwn(container, key) ? container[key] : undefined;
}

const isIndex = (key: string): boolean => /^(?:0|[1-9]\d{0,8})$/.test(key);

function find(root: Root, path: Pointer, context: Context): Draft {
  const { container, key } = containerOf(root, path, context, look);
  const found = child(container, key);
  if (found === undefined) throw misfit(context, `there is nothing at ${show(path)}`);
  return found;
}

/** In place of what is there. */
function put(root: Root, path: Pointer, value: Draft, context: Context): void {
  const { container, key } = containerOf(root, path, context, change);
  context.budget.weigh(value, path.length);
  set(container, key, value);
}

function insert(root: Root, path: Pointer, value: Draft, context: Context): void {
  const { container, key } = containerOf(root, path, context, change);
  if (!Array.isArray(container)) return put(root, path, value, context);
  const at = key === '-' ? container.length : isIndex(key) ? Number(key) : Number.NaN;
  if (!(at <= container.length)) throw misfit(context, `${show(path)} is not a position in the list there`);
  context.budget.work(container.length - at);
  context.budget.weigh(value, path.length);
  container.splice(at, 0, value);
}

function remove(root: Root, path: Pointer, context: Context): void {
  find(root, path, context);
  const { container, key } = containerOf(root, path, context, change);
  if (path.length === 0) root[''] = null;
  else if (Array.isArray(container)) {
    context.budget.work(container.length - Number(key));
    container.splice(Number(key), 1);
  } else delete container[key];
}

/** By value, whatever the order of the keys. */
function isEqual(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const entries = Object.entries(a);
  if (entries.length !== Object.keys(b).length) return false;
  return entries.every(([key, item]) => Object.hasOwn(b, key) && isEqual(item, (b as Readonly<Record<string, Json>>)[key] ?? null));
}

const show = (path: Pointer): string =>
  JSON.stringify(
    path
      .map((part) => `/${part}`)
      .join('')
      .slice(0, 200),
  );

const misfit = ({ index }: Context, message: string): Refused => new Refused({ code: 'invalid', path: [index], message }, { status: 422 });
