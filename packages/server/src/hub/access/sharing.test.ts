import type { Json, ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { shared } from './sharing.ts';
import { aContext, aHeld, aKind, sharedWith } from './testing/builders.ts';
import { MemoryAccessor } from './testing/memory-accessor.ts';

const withSharing = (name: string, sharing: Json, project = 'alpha') => aHeld({ project, name, spec: { sharing } });
const context = aContext();

describe('apply', () => {
  test.each<Json>([{ enabled: false }, sharedWith('*'), sharedWith('beta', 'gamma')])(
    'lets the valid form through as it is: %j',
    async (sharing) => {
      const inner = new MemoryAccessor();
      const held = withSharing('one', sharing);
      expect(await shared(inner, aKind()).apply(held, context)).toEqual(held);
    },
  );

  test('refuses the others with every problem, and the service hears nothing', async () => {
    const inner = new MemoryAccessor();
    const error = await shared(inner, aKind())
      .apply(withSharing('one', sharedWith('*', 'alpha', 'alpha')), context)
      .catch((thrown: unknown) => thrown as ProblemError);
    expect((error as ProblemError).problems).toHaveLength(3);
    expect(inner.asked).toEqual([]);
  });

  test('refuses any sharing of a kind that cannot be shared', async () => {
    const apply = shared(new MemoryAccessor(), aKind({ shareable: false })).apply(withSharing('one', { enabled: false }), context);
    await expect(apply).rejects.toMatchObject({ problems: [{ code: 'invalid', path: ['spec', 'sharing'], hint: 'remove it' }] });
  });

  test('does not take an inherited field for sharing', async () => {
    const spec = Object.create({ sharing: 'junk' }) as Record<string, Json>;
    await expect(shared(new MemoryAccessor(), aKind()).apply(aHeld({ spec }), context)).resolves.toBeDefined();
  });
});

describe('list', () => {
  const all = new MemoryAccessor(
    aHeld({ name: 'own' }),
    aHeld({ project: 'beta', name: 'closed' }),
    withSharing('off', { enabled: false }, 'beta'),
    withSharing('to-all', sharedWith('*'), 'beta'),
    withSharing('to-us', sharedWith('gamma', 'alpha'), 'beta'),
    withSharing('to-others', sharedWith('gamma'), 'beta'),
    withSharing('also-to-the-dead', sharedWith('<deleted>', 'alpha'), 'beta'),
    withSharing('made-up', { enabled: 'true', projects: [{ name: 'alpha' }] }, 'beta'),
    withSharing('orphan', sharedWith('*'), '<deleted>'),
  );
  const names = async (options: { project?: string; shared?: boolean }, kind = aKind()): Promise<readonly string[]> =>
    (await shared(all, kind).list(options, context)).map(({ name }) => name);

  test('of a project holds its own', async () => {
    expect(await names({ project: 'alpha' })).toEqual(['own']);
    expect(await names({ project: 'alpha', shared: false })).toEqual(['own']);
  });

  test('with shared also holds what others share with it, and nothing that only looks so', async () => {
    expect(await names({ project: 'alpha', shared: true })).toEqual(['own', 'to-all', 'to-us', 'also-to-the-dead']);
  });

  test('of all projects holds everything', async () => {
    expect(await names({ shared: true })).toHaveLength(9);
  });

  test('of a kind that cannot be shared never looks at other projects', async () => {
    expect(await names({ project: 'alpha', shared: true }, aKind({ shareable: false }))).toEqual(['own']);
  });

  test('never asks the service for what is shared', () => {
    expect(all.asked.join()).not.toContain('shared');
  });
});
