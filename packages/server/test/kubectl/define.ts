/** A CustomResourceDefinition registers a kind, and kubectl knows it at once. */
import { describe, expect, test } from 'vitest';
import { widget, widgets } from './documents.ts';
import { type Kubectl, later } from './kubectl.ts';

/** The same definition under another name, so that nothing else is disturbed. */
const gadgets = {
  ...widgets,
  metadata: { name: 'gadgets.example.dev' },
  spec: { ...widgets.spec, names: { kind: 'Gadget', plural: 'gadgets', shortNames: ['gd'] } },
};

const part = (name: string): object => ({ input: widget('parts', { parts: [{ name, weight: 1 }] }) });

export function defining(given: () => Kubectl): void {
  const { ok, fails } = later(() => given().in('define'));

  describe('a definition', () => {
    test('is applied, seen, and kept as it is', async () => {
      expect(await ok('apply -f -', { input: gadgets })).toBe(
        'customresourcedefinition.apiextensions.k8s.io/gadgets.example.dev created\n',
      );
      await ok('wait --for=condition=Established crd/gadgets.example.dev --timeout=10s');
      expect(await ok('get crd')).toMatch(/^gadgets\.example\.dev +\d{4}-/m);
      expect(await ok('apply -f -', { input: gadgets })).toContain('unchanged');
      expect((await given().run('diff -f -', { input: gadgets })).code).toBe(0);
      expect(await ok('get kd gadgets.example.dev -o name')).toBe('kinddefinition.core.ectropy.dev/gadgets.example.dev\n');
      expect(await ok('get gd -o name')).toBe('');
      expect(await ok('explain gd.spec.color')).toMatch(/Its color\./);
      expect(await ok('explain gadget.status.conditions.type')).toContain('FIELD: type <string>');
    });

    test('with what is wrong in it is refused with the path', async () => {
      const versions = [
        { ...widgets.spec.versions[0], schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'objekt' } } } } },
      ];
      const wrong = {
        ...gadgets,
        metadata: { name: 'wrongs.example.dev' },
        spec: { ...gadgets.spec, names: { kind: 'Wrong', plural: 'wrongs' }, versions },
      };
      expect(await fails('apply -f -', { input: wrong })).toMatch(/spec\.versions\[0\]\.schema/);
      expect(await fails('apply -f -', { input: { ...gadgets, metadata: { name: 'other.example.dev' } } })).toMatch(/metadata\.name/);
    });

    test('that changes adds a version and a field', async () => {
      const [first] = widgets.spec.versions;
      const open = { type: 'object', properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } };
      const second = {
        ...first,
        name: 'v2',
        storage: false,
        schema: { openAPIV3Schema: open },
        selectableFields: [],
        subresources: {},
        additionalPrinterColumns: [],
      };
      await ok('apply -f -', { input: { ...gadgets, spec: { ...gadgets.spec, versions: [first, second] } } });
      expect(await ok('api-versions')).toContain('example.dev/v2');
      await ok('apply -f -', { input: { ...widget('old'), kind: 'Gadget' } });
      expect(await ok('get gadgets.v2.example.dev old -o yaml')).toMatch(/^apiVersion: example\.dev\/v2$/m);
    });

    test('is not deleted while its resources exist, unless told', async () => {
      expect(await fails('delete crd gadgets.example.dev')).toContain('cannot be deleted while 1 of its resources exist');
      expect(await ok('delete crd gadgets.example.dev --cascade=foreground')).toContain('deleted');
      expect(await fails('get gd')).toMatch(/could not find the requested resource|doesn't have a resource type "gd"/);
    });
  });

  describe('its resources', () => {
    test('are checked by schema and rules, and filled up with defaults', async () => {
      await ok('apply -f -', { input: widget('one', { parts: [{ name: 'a', weight: 1.5 }] }) });
      expect(await ok("get wd one -o jsonpath='{.spec.size}'")).toBe('1');
      expect(await fails('apply -f -', { input: widget('one', { color: 'blue', size: 20 }) })).toContain('only red ones are large');
      await ok('apply -f -', { input: widget('one', { serial: 'x' }) });
      expect(await fails('apply -f -', { input: widget('one', { serial: 'y' }) })).toContain(
        'spec.serial: Invalid value: the serial cannot change',
      );
      const doubled = widget('two', { parts: [{ name: 'a' }, { name: 'a' }] });
      expect(await fails('apply -f -', { input: doubled })).toMatch(/spec\.parts: .*two items with the same name/);
    });

    test('have a status that a controller writes, and a scale', async () => {
      await ok('apply -f -', { input: widget('two', {}, { labels: { x: 'y' } }) });
      const status = { size: 1, selector: 'x=y', phase: 'Fine', conditions: [{ type: 'Ready', status: 'True' }] };
      await ok(`patch wd two --subresource=status --type=merge -p '${JSON.stringify({ spec: { color: 'blue' }, status })}'`);
      await ok('wait --for=condition=Ready wd/two --timeout=10s');
      await ok("wait --for=jsonpath='{.status.phase}'=Fine wd/two --timeout=10s");
      await ok(`patch wd two --type=merge -p '{"status":{"phase":"Forged"}}'`);
      expect(await ok("get wd two -o jsonpath='{.spec.color} {.status.phase} {.metadata.generation}'")).toBe('red Fine 1');
      expect(await ok('scale wd/two --replicas=5')).toContain('scaled');
      expect(await fails('scale wd/two --current-replicas=4 --replicas=6')).toContain('Expected replicas to be 4, was 5');
      expect(await ok("get wd two --subresource=scale -o jsonpath='{.spec.replicas} {.status.replicas} {.status.selector}'")).toBe(
        '5 1 x=y',
      );
      expect(await ok("get wd two -o jsonpath='{.spec.size} {.metadata.generation}'")).toBe('5 2');
      expect(await fails(`patch wd two --subresource=status --type=merge -p '{"status":{"size":"many"}}'`)).toContain('status.size');
    });

    test('keep what two managers own of one list', async () => {
      await ok('apply --server-side --field-manager=one -f -', part('a'));
      await ok('apply --server-side --field-manager=two -f -', part('b'));
      expect(await ok("get wd parts -o jsonpath='{.spec.parts[*].name}'")).toBe('a b');
      await ok('apply --server-side --field-manager=one -f -', { input: widget('parts') });
      expect(await ok("get wd parts -o jsonpath='{.spec.parts[*].name}'")).toBe('b');
    });
  });
}
