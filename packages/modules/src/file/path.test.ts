import { describe, expect, test } from 'vitest';
import { pathFault } from './path.ts';

const hostile = {
  '': 'empty',
  '/etc/passwd': 'relative',
  '..': '..',
  '../x': '..',
  'a/../../x': '..',
  '.': 'hold .',
  './a': 'hold .',
  'a/./b': 'hold .',
  'a//b': 'empty part',
  'a/': 'end with /',
  'a\\..\\b': 'backslash',
  'C:\\x': 'backslash',
  'a\0b': 'control',
  'a\nb': 'control',
  '.ectropy-x': '.ectropy-',
  [`${'a'.repeat(201)}`]: '200 bytes',
  [`${'a/'.repeat(600)}a`]: '1024 bytes',
};

describe('a hostile path is refused in words', () => {
  test.each(Object.entries(hostile))('%j', (path, why) => {
    expect(pathFault(path)).toContain(why);
  });
});

test.each(['a', 'a/b/c', '.hidden', '..a', 'a b', 'ünïcode', '-rf', '...'])('%j is a path', (path) => {
  expect(pathFault(path)).toBeUndefined();
});
