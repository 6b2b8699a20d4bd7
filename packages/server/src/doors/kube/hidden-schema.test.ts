import { expect, test } from 'vitest';
import { withHidden } from './hidden-schema.ts';

const placeholder = { type: 'string', enum: ['(secret)'] };
const headers = { type: 'object', additionalProperties: { type: 'string' } };

test('a secret that is no text may be the placeholder too, as it is shown', () => {
  const schema = { type: 'object', properties: { headers: { ...headers, description: 'Sent.' }, url: { type: 'string' } } };
  expect(withHidden(schema, ['headers'])).toEqual({
    type: 'object',
    properties: { headers: { description: 'Sent.', anyOf: [headers, placeholder] }, url: { type: 'string' } },
  });
});

test('below objects and in the items of lists', () => {
  const schema = { properties: { a: { properties: { list: { items: { properties: { key: { type: 'integer' } } } } } } } };
  expect(withHidden(schema, ['a.list.key'])).toEqual({
    properties: { a: { properties: { list: { items: { properties: { key: { anyOf: [{ type: 'integer' }, placeholder] } } } } } } },
  });
});

test('texts, and paths that the schema does not know, stay as they are', () => {
  const schema = { properties: { token: { type: 'string' }, any: {} } };
  expect(withHidden(schema, ['token', 'any', 'nowhere.else', 'constructor', '__proto__'])).toEqual(schema);
});
