/** Plans: many documents in, operations out, applied by name or refused. */
import { describe, expect, test } from 'vitest';
import { items } from '../kube.ts';
import { type Answer, call, type Product, type Wire } from '../product.ts';
import { CORE, file, files, lamp, lamps, plans, untilReady } from './place.ts';

const operations = ({ body }: Answer): readonly Wire[] => body.status?.operations as unknown as readonly Wire[];

const lines = ({ body }: Answer): string => ((body.status?.summary ?? []) as unknown as readonly string[]).join('\n');

export function planning(given: () => Product): void {
  const PROJECT = 'planned';
  const make = (spec: object): Promise<Answer> => call(given(), plans(PROJECT), { body: { apiVersion: CORE, kind: 'Plan', spec } });
  const apply = (plan: Wire | undefined): Promise<Answer> =>
    call(given(), plans(PROJECT, `${String(plan?.metadata?.name)}/apply`), { method: 'POST' });

  describe('a plan', () => {
    test('tells destroys first, marks what is unknown, hides secrets, and changes nothing', async () => {
      for (const name of ['old', 'moved', 'grown']) await call(given(), lamps(PROJECT), { body: lamp(name) });
      for (const name of ['old', 'moved', 'grown']) await untilReady(given(), lamps(PROJECT, name));
      const made = await make({
        documents: [lamp('new', { pin: 'sesame' }), lamp('grown', { bulbs: 5 }), lamp('moved', { room: 'attic' }), file('beside')],
        remove: [{ apiVersion: CORE, kind: 'Lamp', name: 'old' }],
      });
      expect(made.status).toBe(201);
      expect(operations(made).map(({ type, urn }) => `${String(type)} ${String(urn)}`)).toEqual([
        'delete orn:entropy:lamp:planned:old',
        'replace orn:entropy:lamp:planned:moved',
        'update orn:entropy:lamp:planned:grown',
        'create orn:entropy:lamp:planned:new',
        'create orn:entropy:file:planned:beside',
      ]);
      expect(made.body.status?.counts).toMatchObject({ delete: 1, replace: 1, update: 1, create: 2 });
      expect(lines(made)).toMatch(/^1 to delete, 1 to replace, 1 to update, 2 to create\n- orn/);
      expect(lines(made)).toContain('bulbs: 1 → 5');
      expect(lines(made)).toContain('room: "hall" → "attic" (replaces)');
      expect(lines(made)).toContain('output.serial: (known after apply)');
      expect(lines(made)).toContain('› buys a lamp');
      expect(made.text).not.toContain('sesame');
      expect((await call(given(), lamps(PROJECT, 'new'))).status).toBe(404);
    });

    test('can be read, listed, seen as a table, applied once by its name, and dropped', async () => {
      const made = await make({ documents: [lamp('by-plan')] });
      const name = String(made.body.metadata?.name);
      expect((await call(given(), plans(PROJECT, name))).body).toEqual(made.body);
      expect(items(await call(given(), plans(PROJECT))).map(({ metadata }) => String(metadata?.name))).toContain(name);
      const table = await call(given(), plans(PROJECT), { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } });
      expect(table.body).toMatchObject({ kind: 'Table', columnDefinitions: [{ name: 'Name' }, { name: 'Plan' }, { name: 'Age' }] });

      const applied = await apply(made.body);
      expect(applied).toMatchObject({ status: 200, body: { kind: 'List', items: [{ kind: 'Lamp', metadata: { name: 'by-plan' } }] } });
      await untilReady(given(), lamps(PROJECT, 'by-plan'));
      expect(await apply(made.body)).toMatchObject({
        status: 409,
        body: { kind: 'Status', reason: 'Conflict', message: expect.stringContaining('stale') as string },
      });
      expect(await call(given(), plans(PROJECT, name), { method: 'DELETE' })).toMatchObject({ status: 200, body: { status: 'Success' } });
      expect(await call(given(), plans(PROJECT, name))).toMatchObject({ status: 404, body: { kind: 'Status', reason: 'NotFound' } });
    });

    test('that is out of date is refused as a whole', async () => {
      await call(given(), lamps(PROJECT), { body: lamp('shifting') });
      await untilReady(given(), lamps(PROJECT, 'shifting'));
      const made = await make({ documents: [lamp('shifting', { bulbs: 7 }), lamp('with-it')] });
      await call(given(), lamps(PROJECT, 'shifting'), {
        method: 'PATCH',
        body: { spec: { bulbs: 3 } },
        headers: { 'content-type': 'application/merge-patch+json' },
      });
      expect((await apply(made.body)).status).toBe(409);
      expect((await call(given(), lamps(PROJECT, 'with-it'))).status).toBe(404);
    });

    test('of nothing, of what nobody knows, or of what is wrong is refused with the place', async () => {
      expect(await make({})).toMatchObject({ status: 422, body: { reason: 'Invalid' } });
      expect((await make({ documents: [{ apiVersion: CORE, kind: 'Unicorn', metadata: { name: 'x' } }] })).text).toContain(
        'spec.documents[0].kind',
      );
      expect((await make({ documents: [{ ...lamp('x'), metadata: {} }] })).text).toContain('spec.documents[0].metadata.name');
      expect((await make({ documents: 'all' })).text).toContain('spec.documents');
      const wrong = await make({ documents: [lamp('x', { bulbs: 1_000 })] });
      expect(wrong.status).toBe(422);
      expect(wrong.text).toContain('spec.bulbs');
      const unknown = await make({ documents: [lamp('x', { nonsense: true })] });
      expect(unknown.status).toBe(422);
      expect((await call(given(), plans(PROJECT, 'never'), {})).status).toBe(404);
      expect((await call(given(), plans(PROJECT, 'never/apply'), { method: 'POST' })).status).toBe(404);
      expect((await call(given(), plans(PROJECT, 'never'), { method: 'PUT', body: {} })).status).toBe(405);
    });

    test('that changes nothing says so', async () => {
      await call(given(), files(PROJECT), { body: file('same') });
      await untilReady(given(), files(PROJECT, 'same'));
      const made = await make({ documents: [file('same')] });
      expect(lines(made)).toBe('1 unchanged');
    });
  });
}
