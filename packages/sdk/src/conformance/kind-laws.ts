import type { Json, JsonObject, Path } from '../json.ts';
import { showPath } from '../problem.ts';
import { isObject } from './drift.ts';
import { ensure, notJson, show } from './law.ts';
import { staged } from './stage.ts';
import type { Check, World } from './world.ts';

const RESERVED = ['dependencies', 'sharing'];

export function kindLaws(world: World): readonly Check[] {
  const { kind } = world.module;
  return [
    staged(world, 'kind: the name is a letter, then letters, digits, _ or -', async () => {
      ensure(/^[A-Za-z][A-Za-z0-9_-]+$/.test(kind.name), `${show(kind.name)} cannot stand in a URN`);
    }),
    staged(world, 'kind: the schema is an object schema that describes every property', async () => {
      ensure(kind.schema['type'] === 'object' && isObject(kind.schema['properties']), 'the schema is not an object schema with properties');
      const bad = notJson(kind.schema);
      ensure(bad === undefined, `the schema is not JSON at ${showPath(bad ?? [])}`);
      const bare = undescribed(kind.schema, []).map(showPath);
      ensure(bare.length === 0, `no description: ${bare.join(', ')}`);
    }),
    staged(world, 'kind: dependencies and sharing are left to the engine', async () => {
      const taken = RESERVED.filter((name) => Object.hasOwn(propertiesOf(kind.schema), name));
      ensure(taken.length === 0, `the schema uses reserved properties: ${taken.join(', ')}`);
    }),
    staged(world, 'kind: createOnly, deleteBy, sets and secret name paths that exist', async (stage) => {
      const inSpec = [...(kind.createOnly ?? []), ...(kind.deleteBy ?? []), ...(kind.sets ?? [])].filter(
        (path) => !inSchema(kind.schema, path.split('.')),
      );
      ensure(inSpec.length === 0, `not in the schema: ${inSpec.join(', ')}`);
      const elsewhere = (kind.secret ?? []).filter((path) => !inSchema(kind.schema, path.split('.')));
      if (elsewhere.length === 0) return;
      await stage.create();
      const lost = elsewhere.filter((path) => !inValue(stage.subject.output, path.split('.')));
      ensure(lost.length === 0, `secret, but neither in the schema nor in the output: ${lost.join(', ')}`);
    }),
  ];
}

const propertiesOf = (schema: JsonObject): JsonObject => (isObject(schema['properties']) ? schema['properties'] : {});

/** The properties without a description, at any depth. What a `$ref` or a choice hides is not looked at. */
function undescribed(schema: JsonObject, path: Path): Path[] {
  const own = Object.entries(propertiesOf(schema)).flatMap(([name, property]): Path[] => {
    const at = [...path, name];
    if (!isObject(property)) return [at];
    const bare: Path[] = property['description'] ? [] : [at];
    return bare.concat(undescribed(property, at));
  });
  return isObject(schema['items']) ? [...own, ...undescribed(schema['items'], path)] : own;
}

/** Kinds name fields without list positions, so a path goes on inside a list's items. A schema without properties allows any. */
function inSchema(schema: Json | undefined, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (!isObject(schema)) return false;
  if (isObject(schema['items'])) return inSchema(schema['items'], path);
  const properties = propertiesOf(schema);
  if (Object.hasOwn(properties, name)) return inSchema(properties[name], rest);
  return isObject(schema['additionalProperties']) ? inSchema(schema['additionalProperties'], rest) : isFree(schema);
}

const isFree = (schema: JsonObject): boolean =>
  schema['type'] === 'object' && !('properties' in schema) && schema['additionalProperties'] !== false;

function inValue(value: Json | undefined, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return value !== undefined;
  if (Array.isArray(value)) return value.some((item: Json) => inValue(item, path));
  return isObject(value) && Object.hasOwn(value, name) && inValue(value[name], rest);
}
