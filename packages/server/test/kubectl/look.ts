/** Commands that only look. */
import { beforeAll, describe, expect, test } from 'vitest';
import { file, list, widget } from './documents.ts';
import { type Kubectl, later } from './kubectl.ts';

export function looking(given: () => Kubectl): void {
  const { ok, fails } = later(() => given().in('look'));

  beforeAll(async () => {
    const files = ['alpha', 'beta', 'gamma'].map((name, i) => file(name, {}, { labels: { app: i < 2 ? 'web' : 'db' } }));
    await ok('apply -f -', { input: list(...files, widget('small', { size: 2 }), widget('blue', { color: 'blue', size: 9 })) });
    await ok('wait --for=condition=Ready file --all --timeout=15s');
  });

  describe('what is served', () => {
    test('version and the health of the server', async () => {
      expect(await ok('version')).toMatch(/Server Version: v1\.\d+\.\d+\+ectropy/);
      expect(await ok('get --raw /livez')).toBe('ok');
      expect(await ok('get --raw /healthz')).toBe('ok');
      expect(await ok('get --raw /readyz?verbose')).toContain('[+] store ok');
    });

    test('api-resources and api-versions', async () => {
      const all = await ok('api-resources');
      expect(all).toMatch(/^namespaces\s+ns\s+v1\s+false\s+Namespace$/m);
      expect(all).toMatch(/^files\s+core\.ectropy\.dev\/v1\s+true\s+File$/m);
      expect(all).toMatch(/^widgets\s+wd\s+example\.dev\/v1\s+true\s+Widget$/m);
      expect(await ok('api-resources --namespaced=false -o name')).toContain('customresourcedefinitions.apiextensions.k8s.io');
      expect(await ok('api-resources --verbs=watch,list --api-group=core.ectropy.dev -o name')).not.toContain('plans');
      expect(await ok('api-resources --api-group=example.dev -o wide')).toContain(
        'create,delete,deletecollection,get,list,patch,update,watch',
      );
      expect((await ok('api-versions')).split('\n')).toEqual(expect.arrayContaining(['v1', 'core.ectropy.dev/v1', 'example.dev/v1']));
    });

    test('the kinds themselves, as a table and one by one', async () => {
      const all = await ok('get kinds');
      expect(all).toMatch(/^NAME +SHORT +APIVERSION +BACKEND +SCOPE +DESCRIPTION$/m);
      expect(all).toMatch(/^file +core\.ectropy\.dev\/v1 +module +Project +A file/m);
      expect(all).toMatch(/^widget\.example\.dev +wd +example\.dev\/v1 +record +Project/m);
      expect(await ok('get kind file -o jsonpath={.spec.names.plural}')).toBe('files');
      expect(await ok('explain kinds.spec.actions')).toContain('What resources can be told to do');
      expect(await fails('get kind fil')).toContain('did you mean file?');
      expect(await fails('delete kind file')).toMatch(/does not allow|not support|only read/);
    });

    test('explain, also of nested fields', async () => {
      expect(await ok('explain file')).toMatch(/KIND: +File[^]*A file or a folder[^]*spec\t<Object>/);
      expect(await ok('explain files.spec')).toMatch(/path\t<string> -required-\n +Where it stands/);
      expect(await ok('explain file.status.conditions')).toMatch(/lastTransitionTime\t<string>/);
      expect(await ok('explain file.metadata.ownerReferences')).toMatch(/uid\t<string> -required-/);
      expect(await ok('explain widget.spec.parts.name')).toMatch(/FIELD: name <string>[^]*Which part\./);
      expect(await ok('explain ns --recursive')).toContain('metadata\t<ObjectMeta>');
      expect(await fails('explain file.spec.nonsense')).toContain('field "nonsense" does not exist');
    });

    test('auth can-i, --list and whoami', async () => {
      expect(await ok('auth can-i create files')).toBe('yes\n');
      expect(await ok('auth can-i delete widgets.example.dev --subresource=status')).toBe('yes\n');
      expect(await ok('auth can-i --list')).toMatch(/\*\.\*\s+\[\]\s+\[\]\s+\[\*\]/);
      expect(await ok('auth whoami')).toMatch(/Username\s+\S+/);
    });
  });

  describe('get', () => {
    test('as a table, narrow, wide and with labels', async () => {
      expect(await ok('get files')).toMatch(/^NAME +PATH +READY +STATUS +AGE\nalpha +alpha\.txt +True +Ready +\d+s\nbeta /);
      expect(await ok('get files -o wide')).toMatch(
        /^NAME +PATH +.*READY +STATUS +MESSAGE +AGE\nalpha .*True +Ready +It is as declared\. /,
      );
      expect(await ok('get file alpha --show-labels --no-headers')).toMatch(/^alpha +alpha\.txt +True +Ready +\d+s +app=web\n$/);
      expect(await ok('get wd')).toMatch(/^NAME +COLOR +AGE\nblue +blue +\d+s\nsmall +red /);
      expect(await ok('get wd -L app -o wide')).toMatch(/^NAME +COLOR +SIZE +AGE +APP\n/);
      expect(await ok('get all')).toContain('small');
    });

    test('as YAML, JSON, names, paths and columns', async () => {
      expect(await ok('get file alpha -o yaml')).toMatch(/^apiVersion: core\.ectropy\.dev\/v1\nkind: File\n[^]*\n {2}phase: Ready\n/);
      const { items } = JSON.parse(await ok('get files,wd -o json')) as { items: readonly { kind: string }[] };
      expect(items.map(({ kind }) => kind)).toEqual(['File', 'File', 'File', 'Widget', 'Widget']);
      expect(await ok('get files -o name')).toBe('file.core.ectropy.dev/alpha\nfile.core.ectropy.dev/beta\nfile.core.ectropy.dev/gamma\n');
      expect(await ok("get files -o jsonpath='{.items[*].spec.path}'")).toBe('alpha.txt beta.txt gamma.txt');
      expect(await ok('get file beta -o custom-columns=N:.metadata.name,D:.status.output.size')).toMatch(/^N +D\nbeta +9\n$/);
      expect(await ok("get file beta -o go-template='{{.spec.content}}'")).toBe('I am beta');
      expect(await ok('get file beta -o yaml --show-managed-fields')).toContain('manager: kubectl-client-side-apply');
    });

    test('by labels and by fields, in all namespaces, sorted and in chunks', async () => {
      expect(await ok('get files -l app=web -o name')).toBe('file.core.ectropy.dev/alpha\nfile.core.ectropy.dev/beta\n');
      expect(await ok("get files -l 'app in (db),!none' -o name")).toBe('file.core.ectropy.dev/gamma\n');
      expect(await ok('get files --field-selector metadata.name!=alpha,metadata.namespace=look -o name')).not.toContain('alpha');
      expect(await ok('get wd --field-selector spec.color=blue -o name')).toBe('widget.example.dev/blue\n');
      expect(await fails('get files --field-selector spec.path=x')).toContain('field label not supported: spec.path');
      expect(await fails("get files -l 'app in ('")).toContain('BadRequest');
      expect(await ok('get files -A')).toMatch(/^NAMESPACE +NAME +PATH +READY[^]*^look +alpha /m);
      expect(await ok('get wd --sort-by=.spec.size -o name')).toBe('widget.example.dev/small\nwidget.example.dev/blue\n');
      expect(await ok('get wd --sort-by=.spec.size')).toMatch(/small[^]*blue/);
      expect((await ok('get files --chunk-size=1 -o name')).split('\n')).toHaveLength(4);
      expect((await ok('get files --chunk-size=2')).trim().split('\n')).toHaveLength(4);
    });

    test('nothing, and what is not there', async () => {
      const { error } = await given().in('empty').run('get files');
      expect(error).toBe('No resources found in empty namespace.\n');
      expect(await fails('get file nobody')).toBe('Error from server (NotFound): files.core.ectropy.dev "nobody" not found\n');
      expect(await ok('get file nobody --ignore-not-found')).toBe('');
      expect(await fails('get nothings')).toContain(`doesn't have a resource type "nothings"`);
      expect(await fails('get --raw /apis/nothing/v1/nothings')).toContain('NotFound');
    });

    test('-w tells what happens', async () => {
      await ok('apply -f -', { input: file('first', {}, { labels: { watched: 'yes' } }) });
      await using watching = given().in('look').start('get files -l watched=yes -w --output-watch-events');
      await watching.prints(/ADDED +first /); // it looks
      await ok('apply -f -', { input: file('seen', {}, { labels: { watched: 'yes' } }) });
      await watching.prints(/ADDED +seen /);
      await watching.prints(/MODIFIED +seen +\S+ +True +Ready/);
      await ok('label file seen watched=no --overwrite');
      await watching.prints(/DELETED +seen /);
      await using one = given().in('look').start("get file seen -w -o jsonpath='{.metadata.labels.watched}/'");
      await one.prints(/^no\//);
      await ok('label file seen watched=again --overwrite');
      await one.prints(/^no\/again\//);
      await ok('delete file seen first');
    });
  });

  describe('describe and events', () => {
    test('describe shows conditions and events', async () => {
      const shown = await ok('describe file alpha');
      expect(shown).toMatch(/^Name: +alpha\nNamespace: +look\nLabels: +app=web\n/);
      expect(shown).toMatch(/Message: +It is as declared\./);
      expect(shown).toMatch(
        /Events:\n +Type +Reason +Age +From +Message\n[^]*Normal +Synced +\S+ +ectropy +Generation 1 has been brought about\./,
      );
      expect(await ok('describe ns look')).toMatch(/Status: +Active/);
      expect(await ok('describe wd small')).toMatch(/Color: +red/);
    });

    test('get events and events, of all and of one', async () => {
      expect(await ok('get events')).toMatch(/^LAST SEEN +TYPE +REASON +OBJECT +MESSAGE\n[^]*Normal +Synced +file\/alpha +Generation 1/m);
      expect(await ok('get ev --field-selector involvedObject.name=beta -o name')).toMatch(/^(event\/beta\.\w+\n)+$/);
      expect(await ok('get events.events.k8s.io -o yaml')).toContain('reportingController: ectropy');
      expect(await ok('events --for file/gamma')).toMatch(/Normal +Synced +File\/gamma/);
      expect(await ok('events --types=Warning')).toBe('');
    });

    test('events are told as they come', async () => {
      await using watching = given().in('look').start('get events -w --no-headers --field-selector involvedObject.name=eventful');
      await ok('apply -f -', { input: file('eventful') });
      await watching.prints(/Synced +file\/eventful/);
      await ok('delete file eventful');
      await watching.prints(/Deleted +file\/eventful/);
    });
  });
}
