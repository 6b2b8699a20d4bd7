/** What Kubernetes has no word for, with kubectl all the same. */
import { describe, expect, test } from 'vitest';
import { file } from './documents.ts';
import { type Kubectl, later } from './kubectl.ts';

export function goingBeyond(given: () => Kubectl): void {
  const { ok, fails } = later(() => given().in('beyond'));
  const files = '/apis/core.ectropy.dev/v1/namespaces/beyond/files';
  const plans = '/apis/core.ectropy.dev/v1/namespaces/beyond/plans';
  const posted = async (
    path: string,
    input: object = {},
  ): Promise<{ readonly spec: object; readonly items: readonly { readonly kind: string }[] }> =>
    JSON.parse(await ok(`create --raw ${path} -f -`, { input })) as Awaited<ReturnType<typeof posted>>;

  test('plans are made, shown, applied and dropped', async () => {
    const plan = {
      apiVersion: 'core.ectropy.dev/v1',
      kind: 'Plan',
      metadata: { generateName: 'p-' },
      spec: { documents: [{ ...file('planned') }] },
    };
    const name = (await ok('create -f - -o name', { input: plan })).trim().replace(/^.*\//, '');
    expect(await ok('get plans')).toMatch(new RegExp(`^${name} +1 to create +\\d+s$`, 'm'));
    expect(await ok(`describe plan ${name}`)).toContain('+ orn:entropy:file:beyond:planned');
    expect(await ok('explain plan.spec.remove')).toMatch(/namespace\t<string>/);
    expect((await posted(`${plans}/${name}/apply`)).items).toMatchObject([{ kind: 'File', metadata: { name: 'planned' } }]);
    expect(await fails(`create --raw ${plans}/${name}/apply -f -`, { input: {} })).toContain('stale');
    await ok('delete plans --all');
    expect(await ok('get plans -o name')).toBe('');
  });

  describe('below a resource', () => {
    test('why, tree, revisions and logs are read', async () => {
      await ok('apply -f -', { input: file('read') });
      await ok('wait --for=condition=Ready file/read --timeout=15s');
      expect(JSON.parse(await ok(`get --raw ${files}/read/why`))).toMatchObject({ ready: true });
      expect(JSON.parse(await ok(`get --raw ${files}/read/tree`))).toMatchObject({ root: { name: 'read', phase: 'Ready' } });
      expect(JSON.parse(await ok(`get --raw ${files}/read/revisions`))).toMatchObject({ items: [{ revision: 1 }] });
      expect(await ok(`get --raw ${files}/read/logs`)).toBe('I am read');
    });

    test('rollback, pause, resume, retry and drift are asked for', async () => {
      await ok('apply -f -', { input: file('moved') });
      await ok('apply -f -', { input: file('moved', { content: 'other' }) });
      expect((await posted(`${files}/moved/rollback`, { revision: 1 })).spec).toMatchObject({ content: 'I am moved' });
      await posted(`${files}/moved/pause`);
      await ok("wait --for=jsonpath='{.status.phase}'=Paused file/moved --timeout=15s");
      await posted(`${files}/moved/resume`);
      await ok('wait --for=condition=Ready file/moved --timeout=15s');
      for (const verb of ['retry', 'drift']) await posted(`${files}/moved/${verb}`);
    });
  });
}
