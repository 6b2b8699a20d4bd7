import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Io } from '../io.ts';
import { programFor } from '../program.ts';
import { sourceOf } from './source.ts';
import { walk } from './walk.ts';

const silent = { write: () => undefined, isTty: false, columns: 80, rows: 24 };
const io = { argv: [], env: {}, cwd: '/', stdout: silent, stderr: silent } as unknown as Io;
const { program } = programFor(io);
const typed = (line: string) => walk(program, line.split(' '));
const source = (line: string) => sourceOf(typed(line));

describe('what is being typed', () => {
  test.each([
    ['', { type: 'commands' }],
    ['config ', { type: 'commands' }],
    ['--server http://x get ', { type: 'kinds', plural: true }],
    ['get files -n ', { type: 'projects' }],
    ['-q -n shop delete ', { type: 'kinds', plural: false }],
    ['delete file ', { type: 'names', kind: 'file', prefixed: false }],
    ['delete file a ', { type: 'names', kind: 'file', prefixed: false }],
    ['why file a ', { type: 'nothing' }],
    ['why file/a ', { type: 'nothing' }],
    ['delete file/a ', { type: 'kinds', plural: false }],
    ['delete file/a file/', { type: 'names', kind: 'file', prefixed: true }],
    ['action server ', { type: 'names', kind: 'server', prefixed: false }],
    ['action server a ', { type: 'actions', kind: 'server' }],
    ['action server/a ', { type: 'actions', kind: 'server' }],
    ['action server a reboot ', { type: 'nothing' }],
    ['apply -f ', { type: 'files' }],
    ['apply -f a ', { type: 'files' }],
    ['apply -f a -', { type: 'flags' }],
    ['apply --filename=', { type: 'files' }],
    ['delete -- -', { type: 'kinds', plural: false }],
    ['--', { type: 'flags' }],
    ['config use-context ', { type: 'contexts' }],
    ['import ', { type: 'kinds', plural: false }],
    ['import file ', { type: 'nothing' }],
    ['cloud-sim edit ', { type: 'words', words: ['networks', 'servers', 'disks'] }],
    ['__proto__ ', { type: 'nothing' }],
    ['constructor toString ', { type: 'nothing' }],
  ])('%j', (line, expected) => {
    expect(source(line)).toEqual(expected);
  });

  test('a value behind = is completed with its flag before it', () => {
    expect(typed('get --project=sh')).toMatchObject({ current: 'sh', before: '--project=', path: ['get'] });
  });

  test('flags tell the server and the project, wherever they stand', () => {
    expect(typed('delete -n shop --server=http://x:1/=y a ').values).toEqual({ project: 'shop', server: 'http://x:1/=y' });
  });
});

test('no words make it throw', () => {
  const word = fc.oneof(fc.string(), fc.constantFrom('-f', '--', '-', '=', '--project=', 'delete', 'config', '__proto__', 'file/', '-n'));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(sourceOf(walk(program, words)).type).toBeTypeOf('string');
    }),
    { seed: 4, numRuns: 500 },
  );
});
