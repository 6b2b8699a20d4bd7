import { describe, expect, test } from 'vitest';
import { aType } from '../testing/types.ts';
import { nothingThere } from './empty.ts';
import type { GetFlags } from './flags.ts';
import { targetsOf } from './targets.ts';

const file = aType('File');
const server = aType('CloudServer', { categories: ['cloud'], short: ['csrv'] });
const disk = aType('CloudDisk', { categories: ['cloud'] });
const project = aType('Project', { namespaced: false, subresources: ['tree'] });
const types = [file, server, disk, project];

const found = (...words: string[]): readonly string[] =>
  targetsOf(words, types).targets.map(({ type, names, project: where }) =>
    [type.kind, ...(names ?? []), ...(where ? [`@${where}`] : [])].join(' '),
  );

describe('what is asked for', () => {
  test('is a kind by any of its names, or several', () => {
    expect(found('files')).toEqual(['File']);
    expect(found('csrv,File,cloud_disk')).toEqual(['CloudServer', 'File', 'CloudDisk']);
    expect(found('files,file')).toEqual(['File']);
  });

  test('is a category, or all that modules bring about', () => {
    expect(found('cloud')).toEqual(['CloudServer', 'CloudDisk']);
    expect(found('all')).toEqual(['File', 'CloudServer', 'CloudDisk']);
    expect(found('cloud,clouddisks,projects')).toEqual(['CloudServer', 'CloudDisk', 'Project']);
  });

  test('is some of a kind, by name', () => {
    expect(found('file', 'a', 'b')).toEqual(['File a b']);
    expect(found('file/a', 'csrv/x', 'files/b', 'file/a')).toEqual(['File a b', 'CloudServer x']);
    expect(found('orn:entropy:file:demo:a', 'orn:entropy:file:other:a')).toEqual(['File a @demo', 'File a @other']);
  });

  test('one kind that does not exist does not hide the others', () => {
    const { targets, problems } = targetsOf(['files,flies,nonsense'], types);
    expect(targets).toHaveLength(1);
    expect(problems.map(({ message }) => message)).toEqual([
      'there is no kind "flies" here; did you mean files?',
      'there is no kind "nonsense" here',
    ]);
    expect(targetsOf(['file/a', 'fiel/b'], types).problems).toHaveLength(1);
  });

  test.each([
    [['files', 'csrv/x'], '"csrv/x" is no name of files'],
    [['file/a', 'b'], 'which kind is "b" of?'],
    [['file/'], '"file/" names no resource'],
  ])('%j is refused with what to write', (words, message) => {
    expect(() => targetsOf(words, types)).toThrow(message);
  });

  test.each(['__proto__', 'constructor', 'toString', '', '.', '\u001b[2J'])('%j is no kind', (word) => {
    expect(targetsOf([word], types).targets).toEqual([]);
  });
});

describe('nothing there', () => {
  const flags: GetFlags = { output: 'table', headers: true };
  const said = (words: string, more: Partial<GetFlags> = {}): string =>
    nothingThere(targetsOf([words], types).targets, { ...flags, ...more }, 'demo');

  test('is said with the next step', () => {
    expect(said('files')).toBe('No files in project demo.\n  ectropy kinds explain file');
    expect(said('files', { selector: 'a=b' })).toBe('No files that match a=b in project demo.\n  ectropy get files -A');
    expect(said('files,csrv', { allProjects: true })).toBe('No files or cloudservers in any project.');
    expect(said('projects')).toBe('No projects.\n  ectropy kinds explain project');
    expect(said('all')).toBe('No files, cloudservers or clouddisks in project demo.\n  ectropy get files,cloudservers,clouddisks -A');
  });
});
