import { type Problem, ProblemError } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { aType } from '../testing/types.ts';
import { deleteRefusal } from './refusal.ts';

const type = aType('CloudNetwork');
const types = [type, aType('CloudServer')];
const targets = [
  { type, project: 'default', name: 'spare' },
  { type, project: 'default', name: 'main' },
];
const said = (problem: Problem): Problem => deleteRefusal(new ProblemError(problem), targets, types, 'default').problem;
const inUse = (users: string): Problem => ({
  code: 'conflict',
  path: ['spec', 'remove', 1],
  message: `resource with urn 'orn:entropy:cloud_network:default:main' cannot be deleted while others depend on it: ${users}; delete those first`,
});

test('who depends on it is named, with what to type', () => {
  expect(said(inUse('orn:entropy:cloud_server:default:a, orn:entropy:cloud_server:default:b'))).toEqual({
    code: 'conflict',
    message: 'CloudNetwork/main cannot be deleted while others depend on it: CloudServer/a, CloudServer/b',
    hint: 'delete them as well: ectropy delete CloudNetwork/main CloudServer/a CloudServer/b',
  });
});

test('those of other projects are not for us to delete', () => {
  expect(said(inUse('orn:entropy:cloud_server:shop:a, 2 in other projects'))).toEqual({
    code: 'conflict',
    message: 'CloudNetwork/main cannot be deleted while others depend on it: CloudServer/a in shop, 2 in other projects',
    hint: 'delete those first, or let them depend on something else',
  });
});

test('a kind can be deleted with its resources, and how is told as it is typed here', () => {
  const message = "kind 'team.example.dev' cannot be deleted while 2 of its resources exist, such as 'orn:entropy:cloud_server:default:a'";
  expect(said({ code: 'conflict', path: ['spec', 'remove', 0], message, hint: 'propagationPolicy Foreground' })).toEqual({
    code: 'conflict',
    message: "kind 'team.example.dev' cannot be deleted while 2 of its resources exist, such as CloudServer/a",
    hint: 'delete them first, or with it: ectropy delete CloudNetwork/spare --cascade foreground',
  });
});

test.each<[Problem, Problem]>([
  [
    { code: 'not_found', path: ['spec', 'remove', 0], message: "resource with urn '…' not found" },
    { code: 'not_found', message: 'there is no CloudNetwork/spare in project default' },
  ],
  [
    { code: 'denied', path: ['spec', 'remove', 0], message: 'no' },
    { code: 'denied', message: 'CloudNetwork/spare: no' },
  ],
  [
    { code: 'denied', message: "not 'orn:entropy:cloud_server:_:a'" },
    { code: 'denied', message: 'not CloudServer/a' },
  ],
  [
    { code: 'invalid', path: ['spec', 'remove', 7], message: 'x' },
    { code: 'invalid', path: ['spec', 'remove', 7], message: 'x' },
  ],
])('%j', (problem, shown) => {
  expect(said(problem)).toEqual(shown);
});
