import { describe, expect, test } from 'vitest';
import { formatUrn } from '../core/urn.ts';
import { byProject, maySee, seenBy } from './authorise.ts';
import { aResource } from '../testing/builders.ts';

const caller = { actor: 'mia', projects: ['red', 'blue'] };
const urn = (kind: string, project: string, name: string) => formatUrn({ kind, project, name });

describe('whoever belongs to projects', () => {
  test.each([
    ['does everything at home', 'delete', { project: 'red', kind: 'file' }, true],
    ['configures modules at home', 'configure', { project: 'blue' }, true],
    ['does nothing elsewhere', 'get', { project: 'green', kind: 'file' }, false],
    ['lists nothing over all projects', 'list', { kind: 'file' }, false],
    ['watches nothing over all projects', 'watch', {}, false],
    ['reads definitions', 'get', { project: '_', kind: 'kinddefinition' }, true],
    ['lists definitions', 'list', { kind: 'kinddefinition' }, true],
    ['writes no definition', 'apply', { project: '_', kind: 'kinddefinition' }, false],
    ['reads its own project', 'get', { project: '_', kind: 'project', urn: urn('project', '_', 'red') }, true],
    ['reads no other project', 'get', { project: '_', kind: 'project', urn: urn('project', '_', 'green') }, false],
    ['lists projects, of which it is shown its own', 'list', { kind: 'project' }, true],
    ['deletes no project', 'delete', { project: '_', kind: 'project', urn: urn('project', '_', 'red') }, false],
    ['sees nothing that belongs to no project', 'list', { project: '_', kind: 'beacon' }, false],
  ] as const)('%s (L11)', (_, verb, target, allowed) => {
    expect(byProject(caller, verb, target) === undefined).toBe(allowed);
    expect(byProject({ actor: 'root' }, verb, target)).toBeUndefined();
    expect(byProject({ actor: 'nobody', projects: [] }, verb, target) === undefined).toBe(
      allowed && (target as { kind?: string }).kind !== 'file' && !('urn' in target) && verb !== 'configure',
    );
  });

  test('sees what is shared, without the other projects that it is shared with, nor who set which fields', () => {
    const shared = aResource({ project: 'green', sharedWith: ['red', 'grey'], managed: [], lineage: 'from' });
    expect(maySee(shared, caller, byProject)).toBe(true);
    expect(maySee({ ...shared, sharedWith: ['grey'] }, caller, byProject)).toBe(false);
    expect(maySee({ ...shared, sharedWith: ['*'] }, caller, byProject)).toBe(true);
    const seen = seenBy(shared, caller);
    expect(seen.sharedWith).toEqual(['red']);
    expect(seen).not.toHaveProperty('managed');
    expect(seen).not.toHaveProperty('lineage');
    const own = aResource({ project: 'red', sharedWith: ['grey'] });
    expect(seenBy(own, caller)).toBe(own);
    expect(seenBy(shared, { actor: 'root' })).toBe(shared);
  });
});
