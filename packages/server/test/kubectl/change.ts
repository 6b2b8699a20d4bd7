/** Commands that declare something. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { file, list, sets, widget } from './documents.ts';
import { type Kubectl, later } from './kubectl.ts';

const member = (name: string): object => file(name, {}, { labels: { batch: 'p' } });

export function changing(given: () => Kubectl): void {
  const { ok, fails, run } = later(() => given().in('change'));
  const contentOf = (name: string): Promise<string> => ok(`get file ${name} -o jsonpath='{.spec.content}'`);
  const written = async (name: string, document: object | string): Promise<string> => {
    const path = join(given().dir, name);
    await writeFile(path, typeof document === 'string' ? document : JSON.stringify(document));
    return path;
  };

  describe('apply', () => {
    test('creates, changes, and leaves alone what is as declared', async () => {
      expect(await ok('apply -f -', { input: file('one') })).toBe('file.core.ectropy.dev/one created\n');
      expect(await ok('apply -f -', { input: file('one') })).toBe('file.core.ectropy.dev/one unchanged\n');
      expect(await ok('apply -f -', { input: file('one', { content: 'other', mode: '0600' }) })).toBe(
        'file.core.ectropy.dev/one configured\n',
      );
      expect(await ok('apply -f -', { input: file('one', { content: 'other' }) })).toBe('file.core.ectropy.dev/one configured\n');
      expect(await ok("get file one -o jsonpath='{.spec}'")).toBe('{"content":"other","path":"one.txt"}');
      expect(await ok('apply view-last-applied file/one')).toContain('content: other');
    });

    test('on the server meets conflicts, and can be forced', async () => {
      expect(await ok('apply --server-side -f -', { input: file('ssa') })).toBe('file.core.ectropy.dev/ssa serverside-applied\n');
      expect(await ok('apply --server-side -f -', { input: file('ssa') })).toBe('file.core.ectropy.dev/ssa serverside-applied\n');
      const other = { input: file('ssa', { content: 'mine' }) };
      expect(await fails('apply --server-side --field-manager=other -f -', other)).toMatch(
        /Apply failed with 1 conflict: conflict with "kubectl"[^:]*: \.spec\.content/,
      );
      expect(await contentOf('ssa')).toBe('I am ssa');
      await ok('apply --server-side --field-manager=other --force-conflicts -f -', other);
      expect(await contentOf('ssa')).toBe('mine');
      await ok('apply --server-side --field-manager=other -f -', { input: file('ssa', { content: 'mine', mode: '0600' }) });
      await ok('apply --server-side --field-manager=other -f -', other);
      expect(await ok("get file ssa -o jsonpath='{.spec.mode}'")).toBe('');
    });

    test('on the server takes over what was applied by the client', async () => {
      await ok('apply -f -', { input: file('moved', { mode: '0600' }) });
      await ok('apply --server-side -f -', { input: file('moved', { content: 'new' }) });
      expect(await ok("get file moved -o jsonpath='{.spec}'")).toBe('{"content":"new","path":"moved.txt"}');
      expect(await ok("get file moved --show-managed-fields -o jsonpath='{.metadata.managedFields[*].operation}'")).toMatch(
        /^Apply( Apply)?$/,
      );
    });

    test('prunes what is no longer among the files', async () => {
      const prune = 'apply --prune -l batch=p --prune-allowlist=core.ectropy.dev/v1/File -f -';
      await ok(prune, { input: list(member('p1'), member('p2')) });
      expect(await ok(prune, { input: list(member('p1')) })).toMatch(/p1 unchanged\nfile\.core\.ectropy\.dev\/p2 pruned\n/);
      await ok('wait --for=delete file/p2 --timeout=15s');
      expect(await ok('get files -l batch=p -o name')).toBe('file.core.ectropy.dev/p1\n');
    });

    test('prunes by an apply set', async () => {
      await ok('apply -f -', { input: sets });
      const digest = createHash('sha256').update('mine.change.Set.example.dev').digest('base64url');
      const labels = { 'applyset.kubernetes.io/id': `applyset-${digest}-v1` };
      const annotations = { 'applyset.kubernetes.io/tooling': 'kubectl/v1.33', 'applyset.kubernetes.io/contains-group-kinds': '' };
      const parent = { apiVersion: 'example.dev/v1', kind: 'Set', metadata: { name: 'mine', labels, annotations } };
      await ok('apply --server-side -f -', { input: parent });
      const command = 'apply --prune --applyset=sets.example.dev/mine -f -';
      const alpha = { env: { KUBECTL_APPLYSET: 'true' } };
      await ok(command, { ...alpha, input: list(widget('s1'), widget('s2')) });
      expect(await ok(command, { ...alpha, input: list(widget('s1')) })).toMatch(/s1 unchanged\nwidget\.example\.dev\/s2 pruned\n/);
      expect(await ok(`get wd -l applyset.kubernetes.io/part-of=${labels['applyset.kubernetes.io/id']} -o name`)).toBe(
        'widget.example.dev/s1\n',
      );
    });

    test('-k builds a kustomization', async () => {
      const folder = join(given().dir, 'kustomized');
      await mkdir(folder);
      await writeFile(join(folder, 'widget.yaml'), JSON.stringify(widget('base')));
      const patch = [{ op: 'replace', path: '/spec/color', value: 'green' }];
      const kustomization = {
        resources: ['widget.yaml'],
        namePrefix: 'kz-',
        patches: [{ target: { kind: 'Widget' }, patch: JSON.stringify(patch) }],
      };
      await writeFile(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
      expect(await ok(`apply -k ${folder}`)).toBe('widget.example.dev/kz-base created\n');
      expect(await ok("get wd kz-base -o jsonpath='{.spec.color}'")).toBe('green');
    });

    test('says all that is wrong, with the path', async () => {
      const wrong = widget('wrong', { color: 'purple', size: -1 });
      const told = await fails('apply -f -', { input: wrong });
      expect(told).toMatch(/The Widget "wrong" is invalid: /);
      expect(told).toContain('* spec.color: Unsupported value');
      expect(told).toContain('* spec.size: ');
      expect(await fails('apply -f -', { input: widget('wrong', { nonsense: 1 }) })).toContain(
        'strict decoding error: unknown field "spec.nonsense"',
      );
      expect(await ok('apply --validate=ignore -f -', { input: widget('pruned', { nonsense: 1 }) })).toContain('created');
      expect(await ok("get wd pruned -o jsonpath='{.spec}'")).toBe('{"color":"red","size":1}');
      const { code, error } = await run('apply --validate=warn -f -', { input: widget('warned', { nonsense: 1 }) });
      expect({ code, error }).toEqual({ code: 0, error: 'Warning: unknown field "spec.nonsense"\n' });
    });
  });

  test('diff tells by its exit code whether something would change, and shows only that', async () => {
    for (const [side, name] of [
      ['', 'differs'],
      ['--server-side', 'differs-there'],
    ] as const) {
      await ok(`apply ${side} -f -`, { input: file(name) });
      await ok(`wait --for=condition=Ready file/${name} --timeout=15s`);
      expect(await run(`diff ${side} -f -`, { input: file(name) })).toMatchObject({ code: 0, out: '' });
      const { code, out } = await run(`diff ${side} -f -`, { input: file(name, { content: 'else' }) });
      expect(code).toBe(1);
      expect(out.match(/^[-+](?![-+]).*$/gm)).toEqual([
        '-  generation: 1',
        '+  generation: 2',
        `-  content: I am ${name}`,
        '+  content: else',
      ]);
      expect(await contentOf(name)).toBe(`I am ${name}`);
    }
    const { code, out } = await run('diff -f -', { input: file('absent') });
    expect(code).toBe(1);
    expect(out).toMatch(/^\+kind: File$/m);
  });

  describe('single changes', () => {
    test('patch by merge and by JSON patch; a strategic one is refused as of an unknown type', async () => {
      await ok('apply -f -', { input: file('patched') });
      expect(await ok(`patch file patched --type=merge -p '{"spec":{"content":"merged","mode":"0600"}}'`)).toContain('patched');
      expect(
        await ok(
          `patch file patched --type=json -p '[{"op":"test","path":"/spec/mode","value":"0600"},{"op":"remove","path":"/spec/mode"}]'`,
        ),
      ).toContain('patched');
      expect(await ok("get file patched -o jsonpath='{.spec}'")).toBe('{"content":"merged","path":"patched.txt"}');
      expect(await ok(`patch file patched --type=merge -p '{"spec":{"content":"merged"}}'`)).toContain('patched (no change)');
      expect(await fails(`patch file patched -p '{"spec":{"content":"x"}}'`)).toContain(
        'application/strategic-merge-patch+json is not supported',
      );
      expect(await fails(`patch file patched --type=json -p '[{"op":"test","path":"/spec/mode","value":"x"}]'`)).toMatch(/Invalid|invalid/);
      expect(await ok(`patch ns change -p '{"metadata":{"labels":{"team":"a"}}}'`)).toContain('namespace/change patched');
    });

    test('label and annotate', async () => {
      await ok('apply -f -', { input: file('labelled') });
      expect(await ok('label file labelled tier=1 zone=a')).toContain('labeled');
      expect(await fails('label file labelled tier=2')).toContain('already has a value (1)');
      await ok('label file labelled tier=2 zone- --overwrite');
      await ok('annotate file labelled note=hello');
      expect(await ok("get file labelled -o jsonpath='{.metadata.labels}{.metadata.annotations.note}{.metadata.generation}'")).toBe(
        '{"tier":"2"}hello1',
      );
      expect(await fails("label file labelled 'bad key=x'")).toContain('metadata.labels[bad key]: Invalid value');
    });

    test('edit with an editor', async () => {
      await ok('apply -f -', { input: file('edited') });
      const editor = await written('editor.sh', 'sed -i "s/content: I am edited/content: by hand/" "$1"\n');
      expect(await ok('edit file edited', { env: { EDITOR: `sh ${editor}` } })).toBe('file.core.ectropy.dev/edited edited\n');
      expect(await contentOf('edited')).toBe('by hand');
      expect((await run('edit file edited', { env: { EDITOR: 'true' } })).error).toContain('Edit cancelled, no changes made.');
    });

    test('replace asks for the version that it was read at', async () => {
      await ok('create -f -', { input: file('replaced') });
      expect(await ok('replace -f -', { input: file('replaced', { content: 'whole' }) })).toContain('replaced');
      expect(await contentOf('replaced')).toBe('whole');
      const stale = file('replaced', { content: 'late' }, { resourceVersion: '1' });
      expect(await fails('replace -f -', { input: stale })).toContain('Error from server (Conflict)');
      expect(await fails('replace -f -', { input: file('never') })).toMatch(/NotFound|not found/);
    });

    test('create: rehearsed, with a name of the server, and not twice', async () => {
      expect(await ok('create -f - --dry-run=server', { input: file('rehearsed') })).toBe(
        'file.core.ectropy.dev/rehearsed created (server dry run)\n',
      );
      expect(await ok('create -f - --dry-run=server -o yaml', { input: widget('rehearsed') })).toMatch(/^ {2}size: 1$/m);
      expect(await fails('create -f - --dry-run=server', { input: widget('rehearsed', { color: 'no' }) })).toContain('spec.color');
      expect(await fails('get file rehearsed')).toContain('NotFound');
      const generated = { apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { generateName: 'made-' }, spec: { color: 'red' } };
      const [a, b] = [await ok('create -f - -o name', { input: generated }), await ok('create -f - -o name', { input: generated })];
      expect(a).toMatch(/^widget\.example\.dev\/made-[a-z0-9]{5}\n$/);
      expect(a).not.toBe(b);
      await ok('create -f -', { input: widget('twice') });
      expect(await fails('create -f -', { input: widget('twice') })).toContain('Error from server (AlreadyExists)');
      expect(await ok('apply -f - --dry-run=server', { input: file('rehearsed') })).toContain('(server dry run)');
    });
  });
}
