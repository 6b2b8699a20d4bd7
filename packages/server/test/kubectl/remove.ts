/** Commands that delete, and those that wait for it. */
import { describe, expect, test } from 'vitest';
import { file, list, widget } from './documents.ts';
import { type Kubectl, later } from './kubectl.ts';

export function removing(given: () => Kubectl): void {
  const { ok, fails } = later(() => given().in('remove'));

  /** A widget that owns the others. */
  async function family(parent: string, ...children: readonly string[]): Promise<void> {
    await ok('apply -f -', { input: widget(parent) });
    const uid = await ok(`get wd ${parent} -o jsonpath='{.metadata.uid}'`);
    const owner = { apiVersion: 'example.dev/v1', kind: 'Widget', name: parent, uid, blockOwnerDeletion: true };
    for (const child of children) await ok('apply -f -', { input: widget(child, {}, { ownerReferences: [owner] }) });
  }

  describe('delete', () => {
    test('by name, by file, by label, and all', async () => {
      await ok('apply -f -', {
        input: list(...['a', 'b', 'c', 'd'].map((name) => file(name, {}, { labels: { drop: name < 'd' ? 'yes' : 'no' } }))),
      });
      expect(await ok('delete file a')).toMatch(/^file\.core\.ectropy\.dev "a" deleted/);
      expect(await ok('delete -f -', { input: file('b') })).toMatch(/"b" deleted/);
      expect(await ok('delete files -l drop=yes')).toMatch(/"c" deleted/);
      expect(await ok('delete files --all --dry-run=server')).toMatch(/"d" deleted.*\(server dry run\)/);
      expect(await ok('get files -o name')).toBe('file.core.ectropy.dev/d\n');
      await ok('delete files --all');
      expect(await ok('get files -o name')).toBe('');
      expect(await fails('delete file a')).toContain('Error from server (NotFound)');
      expect(await ok('delete file a --ignore-not-found')).toBe('');
    });

    test('--cascade=background: what it owns goes after it', async () => {
      await family('bg', 'bg-1', 'bg-2');
      await ok('delete wd bg');
      await ok('wait --for=delete wd/bg-1 wd/bg-2 --timeout=15s');
      expect(await ok('get wd -o name')).not.toContain('bg');
    });

    test('--cascade=orphan: what it owns stays, without its owner', async () => {
      await family('gone', 'stays');
      await ok('delete wd gone --cascade=orphan');
      expect(await ok("get wd stays -o jsonpath='{.metadata.name}{.metadata.ownerReferences}'")).toBe('stays');
    });

    test('--cascade=foreground: what it owns goes first, and finalizers hold it', async () => {
      await family('front', 'held');
      await ok(`patch wd held --type=merge -p '{"metadata":{"finalizers":["example.dev/hold"]}}'`);
      await ok('delete wd front --cascade=foreground --wait=false');
      expect(await ok("get wd front -o jsonpath='{.metadata.finalizers}'")).toBe('["foregroundDeletion"]');
      expect(await ok("get wd held -o jsonpath='{.metadata.deletionTimestamp}'")).toMatch(/^\d{4}-/);
      expect(
        await fails(`patch wd held --type=json -p '[{"op":"add","path":"/metadata/finalizers/-","value":"example.dev/more"}]'`),
      ).toMatch(/finalizers/);
      await ok(`patch wd held --type=merge -p '{"metadata":{"finalizers":null}}'`);
      await ok('wait --for=delete wd/front --timeout=15s');
      expect(await ok('get wd -o name')).not.toMatch(/front|held/);
    });
  });

  describe('wait', () => {
    test('for a condition, a value and a deletion', async () => {
      await using waiting = given().in('remove').start('wait --for=condition=Ready file/waited --timeout=15s');
      await ok('apply -f -', { input: file('waited') });
      await ok('wait --for=condition=Ready=True file/waited --timeout=15s');
      await ok("wait --for=jsonpath='{.status.phase}'=Ready file/waited --timeout=15s");
      void waiting;
      await using gone = given().in('remove').start('wait --for=delete file/waited --timeout=15s');
      await ok('delete file waited --wait=false');
      await gone.prints(/condition met|^$/);
      expect(await fails('wait --for=condition=Ready file/waited --timeout=1s')).toContain('not found');
    });

    test('for what does not come ends with a timeout', async () => {
      await ok('apply -f -', { input: widget('never') });
      expect(await fails('wait --for=condition=Ready wd/never --timeout=1s')).toContain('timed out waiting for the condition');
    });
  });

  test('namespaces are made and deleted with all that is in them', async () => {
    const inside = given().in('short-lived');
    expect(await ok('create ns short-lived')).toBe('namespace/short-lived created\n');
    expect(await fails('create ns short-lived')).toContain('AlreadyExists');
    expect(await ok('create ns rehearsed --dry-run=server')).toContain('(server dry run)');
    await inside.ok('apply -f -', { input: list(file('inside'), widget('inside')) });
    expect(await ok('get ns')).toMatch(/^short-lived +Active +\d+s$/m);
    expect(await ok('get ns -l kubernetes.io/metadata.name=short-lived -o name')).toBe('namespace/short-lived\n');
    expect(await ok('delete ns short-lived')).toMatch(/^namespace "short-lived" deleted/);
    expect(await fails('get ns short-lived')).toContain('NotFound');
    expect(await inside.ok('get files,wd -o name')).toBe('');
    expect(await fails('delete ns default')).toContain('Forbidden');
  });
}
