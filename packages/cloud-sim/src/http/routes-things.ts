/** The routes of every collection: for programs under /v1, for people under /console. */
import { type Collection, singular } from '../world/model.ts';
import { click, get, list, mutate } from './handle-things.ts';
import type { Route } from './route.ts';

const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

export function apiRoutes(collection: Collection): readonly Route[] {
  const one = singular[collection];
  const Kind = capital(one);
  const all = `/v1/${collection}`;
  const path = `${all}/{id}`;
  const accepted = { status: 202, schema: `${Kind}Accepted` };
  return [
    {
      method: 'GET',
      path: all,
      operationId: `list${capital(collection)}`,
      summary: `Every ${one}, or the one with a name.`,
      query: { name: { type: 'string', description: 'Only the one with this name.' } },
      handle: list(collection),
      answer: { status: 200, schema: `${Kind}List` },
      refusals: ['invalid'],
    },
    {
      method: 'POST',
      path: all,
      operationId: `create${Kind}`,
      summary: `Begins to make a ${one}.`,
      proven: true,
      body: `${Kind}Create`,
      handle: mutate(collection, 'create'),
      answer: accepted,
      refusals: ['quota_exceeded', 'exists', 'stale_fence', 'invalid', 'key_reused'],
    },
    {
      method: 'GET',
      path,
      operationId: `get${Kind}`,
      summary: `One ${one}.`,
      handle: get(collection),
      answer: { status: 200, schema: Kind },
      refusals: ['not_found'],
    },
    {
      method: 'PATCH',
      path,
      operationId: `update${Kind}`,
      summary: `Begins to change a ${one}.`,
      proven: true,
      body: `${Kind}Change`,
      handle: mutate(collection, 'update'),
      answer: accepted,
      refusals: ['not_found', 'busy', 'stale_fence', 'invalid', 'key_reused'],
    },
    {
      method: 'DELETE',
      path,
      operationId: `delete${Kind}`,
      summary: `Begins to delete a ${one}.`,
      proven: true,
      handle: mutate(collection, 'delete'),
      answer: accepted,
      refusals: ['not_found', 'busy', 'in_use', 'stale_fence', 'key_reused'],
    },
  ];
}

export function consoleRoutes(collection: Collection): readonly Route[] {
  const one = singular[collection];
  const Kind = capital(one);
  const all = `/console/${collection}`;
  const path = `${all}/{name}`;
  const schema = `${Kind}Clicked`;
  return [
    {
      method: 'POST',
      path: all,
      operationId: `clickCreate${Kind}`,
      summary: `A person makes a ${one}, at once.`,
      body: `${Kind}Create`,
      handle: click(collection, 'create'),
      answer: { status: 201, schema },
      refusals: ['quota_exceeded', 'exists', 'invalid'],
    },
    {
      method: 'PATCH',
      path,
      operationId: `clickUpdate${Kind}`,
      summary: `A person changes a ${one}, at once.`,
      body: `${Kind}Change`,
      handle: click(collection, 'update'),
      answer: { status: 200, schema },
      refusals: ['not_found', 'busy', 'invalid'],
    },
    {
      method: 'DELETE',
      path,
      operationId: `clickDelete${Kind}`,
      summary: `A person deletes a ${one}, at once.`,
      handle: click(collection, 'delete'),
      answer: { status: 200, schema },
      refusals: ['not_found', 'busy', 'in_use'],
    },
  ];
}
