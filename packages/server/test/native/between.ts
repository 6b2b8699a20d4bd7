/** Between projects, and where documents came from. */
import { describe, expect, test } from 'vitest';
import { apply, namesIn, patch, remove } from '../kube.ts';
import { call, type Product } from '../product.ts';
import { lamp, lamps, untilReady } from './place.ts';

const share = (...names: readonly string[]): object => ({ sharing: { enabled: true, projects: names.map((name) => ({ name })) } });

export function sharing(given: () => Product): void {
  describe('sharing', () => {
    test('shows a resource to the projects that it names, when they ask for it', async () => {
      await call(given(), lamps('guest'), { body: lamp('own') });
      await call(given(), lamps('host'), { body: lamp('lent', share('guest')) });
      await call(given(), lamps('host'), { body: lamp('kept') });
      expect(namesIn(await call(given(), lamps('guest')))).toEqual(['guest/own']);
      expect(namesIn(await call(given(), `${lamps('guest')}?shared=true`))).toEqual(['guest/own', 'host/lent']);
      expect(namesIn(await call(given(), `${lamps('stranger')}?shared=true`))).toEqual([]);
      expect((await call(given(), lamps('host', 'lent'))).body.spec).toMatchObject(share('guest'));
    });

    test('cannot be revoked while somebody depends on it, and the refusal says who', async () => {
      await call(given(), lamps('host'), { body: lamp('needed', share('guest')) });
      await untilReady(given(), lamps('host', 'needed'));
      const dependent = lamp('dependent', { dependencies: { next: { name: 'needed', project: 'host' } } });
      expect(await call(given(), lamps('guest'), { body: dependent })).toMatchObject({ status: 201 });
      const revoked = await patch(given(), lamps('host', 'needed'), { spec: { sharing: null } });
      expect(revoked.status).toBe(409);
      expect(revoked.text).toContain('orn:entropy:lamp:guest:dependent');
      await remove(given(), lamps('guest', 'dependent'));
    });

    test('has three valid forms', async () => {
      const refused = async (spec: object): Promise<number> => (await call(given(), lamps('host'), { body: lamp('wrong', spec) })).status;
      expect(await refused(share('guest', '*'))).toBe(422);
      expect(await refused({ sharing: { enabled: false, projects: [{ name: 'guest' }] } })).toBe(422);
      expect(await refused({ sharing: 'yes' })).toBe(422);
      expect(await call(given(), lamps('host'), { body: lamp('open', share('*')) })).toMatchObject({ status: 201 });
      expect(await call(given(), lamps('host'), { body: lamp('closed', { sharing: { enabled: false } }) })).toMatchObject({ status: 201 });
    });
  });

  test('lineage is told and taken only on demand', async () => {
    const KEY = 'ectropy.dev/lineage';
    const origin = JSON.stringify({ repository: 'infra', path: 'lamp.yaml' });
    const document = lamp('traced', {}, { annotations: { [KEY]: origin } });
    await apply(given(), lamps('traced', 'traced'), document, 'git');
    expect((await call(given(), `${lamps('traced', 'traced')}?includeLineage=true`)).body.metadata?.annotations?.[KEY]).toBeUndefined();
    const taken = await apply(given(), lamps('traced', 'traced'), document, 'git', '&includeLineage=true');
    expect(taken.status).toBe(200);
    const shown = await call(given(), `${lamps('traced', 'traced')}?includeLineage=true`);
    expect(shown.body.metadata?.annotations?.[KEY]).toBeDefined();
    expect((await call(given(), lamps('traced', 'traced'))).body.metadata?.annotations?.[KEY]).toBeUndefined();
    expect((await call(given(), lamps('traced'))).text).not.toContain(KEY);
  });
}
