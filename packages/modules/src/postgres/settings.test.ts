import { describe, expect, test } from 'vitest';
import { compareSettings, readSettings, settingsProblems, settingStatements } from './settings.ts';

describe('what brings settings about', () => {
  test.each([
    ['nothing, where all is as it should be', { work_mem: '1MB' }, { work_mem: '1MB' }, []],
    ['a new one', { work_mem: '1MB' }, {}, [`alter role "x" set "work_mem" to '1MB'`]],
    ['one that is gone', {}, { work_mem: '1MB' }, ['alter role "x" reset "work_mem"']],
    ['a value with quotes', { 'a.b': `it's \\` }, {}, [`alter role "x" set "a"."b" to  E'it''s \\\\'`]],
    [
      'a list is a list of names',
      { search_path: 'app, "My, ""Schema""", "$user"' },
      {},
      [`alter role "x" set "search_path" to 'app', 'My, "Schema"', '$user'`],
    ],
    ['an empty list', { search_path: '' }, {}, [`alter role "x" set "search_path" to ''`]],
    ['a list in another spelling is the same', { Search_Path: 'a,b' }, { search_path: 'a, b' }, []],
  ])('%s', (_, wanted, seen, statements) => {
    expect(settingStatements('role "x"', wanted, seen)).toEqual(statements);
  });
});

test('names in upper and lower case are the same, and a setting that nobody declared is seen', () => {
  expect(compareSettings({ DateStyle: 'ISO' }, { datestyle: 'ISO', jit: 'off' })).toEqual({
    expected: { datestyle: 'ISO', jit: null },
    actual: { datestyle: 'ISO', jit: 'off' },
  });
});

test('values with = are read whole, and prototype keys are keys like any other', () => {
  expect(readSettings(['a.b=c=d'])).toEqual({ 'a.b': 'c=d' });
  const wanted = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
  expect(settingStatements('role "x"', wanted, {})).toEqual([`alter role "x" set "__proto__" to 'x'`]);
  expect(settingStatements('role "x"', {}, {})).toEqual([]);
});

test.each(['work mem', '', 'a.', '.a', 'a;b', 'a"b', '1a', 'ä'])('%j is not the name of a parameter', (name) => {
  expect(settingsProblems({ [name]: 'x' })).toMatchObject([{ code: 'invalid', path: ['spec', 'settings', name] }]);
});
