import { type Problem, ProblemError } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { SourcedError } from '../documents/sourced-error.ts';
import { aType } from '../testing/types.ts';
import { errorInTitles } from './in-titles.ts';
import { titlesOf } from './urn.ts';

const session = { project: 'default', types: async () => [aType('CloudServer')] };
const unwilling = { project: 'default', types: () => Promise.reject(new Error('away')) };
const problem: Problem = { code: 'exists', message: "resource with urn 'orn:entropy:cloud_server:default:web' already exists" };

test('what the server names by URN is named by kind and name, in the sentence and in the remedy', async () => {
  const hint = 'see orn:entropy:cloud_server:shop:web';
  expect(await errorInTitles(new ProblemError({ ...problem, hint }), session)).toMatchObject({
    problems: [{ code: 'exists', message: 'CloudServer/web already exists', hint: 'see CloudServer/web in shop' }],
  });
});

test('a kind that came at run time has the name that it was given, not one made from its URN', async () => {
  const types = [aType('HTTPProxy', { group: 'example.dev', plural: 'httpproxies', singular: 'httpproxy' })];
  const title = await titlesOf({ project: 'default', types: async () => types });
  expect(title('orn:entropy:httpproxy.example.dev:default:edge')).toBe('HTTPProxy/edge');
});

test('a place in a file is kept', async () => {
  const source = { file: 'a.yaml', line: 3, column: 1 };
  const error = await errorInTitles(new SourcedError([{ ...problem, source }]), session);
  expect(error).toBeInstanceOf(SourcedError);
  expect(error).toMatchObject({ sourced: [{ message: 'CloudServer/web already exists', source }] });
});

test('other errors stay as they are, and nobody is asked', async () => {
  for (const error of [new Error('x'), 'text', undefined, new ProblemError({ code: 'denied', message: 'no' })])
    expect(await errorInTitles(error, unwilling)).toBe(error);
});

test('a server that does not tell its kinds does not hide the error', async () => {
  expect(await errorInTitles(new ProblemError(problem), unwilling)).toMatchObject({
    problems: [{ message: 'cloud_server/web already exists' }],
  });
});
