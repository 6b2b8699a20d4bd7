/** Schemas as trees of their fields. */
import { el, prose } from './elements.js';

export const nameOf = (schema) => schema?.$ref?.split('/').pop();

/** `dev.ectropy.core.v1.File` is shown as `File`. */
const shownName = (schema) => nameOf(schema).split('.').pop();

/** What a reference leads to, whatever part of the document that is in. */
export const resolve = (api, value) => {
  if (!value?.$ref) return value ?? {};
  const [, , part] = value.$ref.split('/');
  return api.components?.[part]?.[nameOf(value)] ?? {};
};

export function typeOf(schema) {
  if (schema.$ref) return shownName(schema);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.oneOf ?? schema.anyOf) return (schema.oneOf ?? schema.anyOf).map(typeOf).join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`;
  if (schema.type === undefined) return 'any';
  return [schema.type].flat().join(' | ');
}

const limits = ['default', 'minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'minLength', 'maxLength', 'pattern', 'format'];

const notes = (schema) =>
  limits
    .filter((key) => schema[key] !== undefined)
    .map((key) => `${key} ${JSON.stringify(schema[key])}`)
    .join(', ');

const DEEPEST = 8;

/** References are followed, each at most once on the way down. */
export function tree(api, schema, seen = []) {
  const name = nameOf(schema);
  if ((name && seen.includes(name)) || seen.length > DEEPEST)
    return el('span', { className: 'quiet', text: `${name ? shownName(schema) : '…'} (see above)` });
  const whole = resolve(api, schema);
  const path = name ? [...seen, name] : seen;
  const variants = whole.oneOf ?? whole.anyOf;
  if (variants && variants.every((variant) => variant.$ref))
    return el(
      'ul',
      { className: 'tree' },
      variants.map((variant) => variantItem(api, variant, path)),
    );
  if (whole.type === 'array' && whole.items) return tree(api, whole.items, path);
  if (!whole.properties) return el('span', { className: 'quiet' }, prose(whole.description ?? typeOf(whole)));
  return el(
    'ul',
    { className: 'tree' },
    Object.entries(whole.properties).map(([key, field]) => fieldItem(api, key, field, whole.required ?? [], path)),
  );
}

const variantItem = (api, variant, path) =>
  el('li', {}, [el('details', {}, [el('summary', {}, [el('code', { text: nameOf(variant) })]), tree(api, variant, path)])]);

function fieldItem(api, key, field, required, path) {
  const inner = field.items ?? field;
  const nested = resolve(api, inner);
  return el('li', {}, [
    el('code', { text: key }),
    el('span', {
      className: 'quiet',
      text: `${required.includes(key) ? '*' : ''} ${typeOf(field)}${notes(field) ? `, ${notes(field)}` : ''}  `,
    }),
    ...prose(field.description ?? (field.$ref ? nested.description : undefined)),
    nested.properties || nested.oneOf ? branch(api, inner, path) : undefined,
  ]);
}

/** What every object carries is long and the same everywhere: it stays folded. */
const branch = (api, schema, path) =>
  nameOf(schema)?.endsWith('.ObjectMeta')
    ? el('details', {}, [el('summary', { className: 'quiet', text: 'its fields' }), tree(api, schema, path)])
    : tree(api, schema, path);

export const exampleOf = (api, schema) => {
  const whole = resolve(api, schema);
  return whole.examples?.[0] ?? (whole.oneOf?.[0] ? exampleOf(api, whole.oneOf[0]) : undefined);
};
