import { mkdtempSync } from 'node:fs';
import { appendFile, rm, rmdir, chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '@ectropy/sdk';
import { moduleConformance, type World } from '@ectropy/sdk/conformance';
import { afterAll, describe, test } from 'vitest';
import { fileModule } from './kind.ts';
import type { FileSpec } from './spec.ts';
import { picture } from './testing/scratch.ts';

const root = mkdtempSync(join(tmpdir(), 'ectropy-file-'));
afterAll(() => rm(root, { recursive: true }));

const shared = {
  module: fileModule({ root }),
  picture: () => picture(root),
  destroy: ({ spec }: { readonly spec: FileSpec }) => rm(join(root, spec.path), { recursive: true }),
  reset: async () => {
    await rm(root, { recursive: true, force: true });
    await mkdir(root);
  },
};

const invalid: readonly Json[] = [
  { path: '../motd', content: '' },
  { path: 'motd' },
  { path: 'motd', content: '', directory: true },
  { path: 'motd', content: '%', encoding: 'base64' },
  { path: 'motd', directory: true, encoding: 'base64' },
  { path: 'motd', content: 'x'.repeat(1024 * 1024 + 1) },
  { path: 'motd', template: '{{ needs.nobody.name }}' },
];

const worlds: Readonly<Record<string, World<FileSpec>>> = {
  'a file with content': {
    ...shared,
    spec: { path: 'etc/motd', content: 'Hello.\n' },
    changed: { path: 'etc/motd', content: 'Good morning.\n', mode: '0600' },
    replaced: { path: 'etc/issue', content: 'Hello.\n' },
    reference: 'etc/motd',
    invalid,
    tamper: ({ spec }) => appendFile(join(root, spec.path), 'and more'),
  },
  'a file with bytes': {
    ...shared,
    spec: { path: 'logo', content: '/9j/AA==', encoding: 'base64', mode: '0444' },
    changed: { path: 'logo', content: '/9j/AQ==', encoding: 'base64' },
    reference: 'logo',
    tamper: ({ spec }) => chmod(join(root, spec.path), 0o777),
  },
  'a file from a template': {
    ...shared,
    spec: { path: 'app.conf', template: 'brokers={{ needs.kafka.output.url }}\n' },
    changed: { path: 'app.conf', template: '# {{ needs.kafka.name }}\nbrokers={{ needs.kafka.output.url }}\n' },
    needs: { kafka: { kind: 'kafka', name: 'orders', output: { url: '10.0.0.1:6668' } } },
    tamper: ({ spec }) => rm(join(root, spec.path)).then(() => mkdir(join(root, spec.path))),
  },
  'a folder': {
    ...shared,
    spec: { path: 'srv/www', directory: true },
    changed: { path: 'srv/www', directory: true, mode: '0700' },
    replaced: { path: 'srv/www', content: 'a file now' },
    reference: 'srv/www',
    tamper: ({ spec }) => rmdir(join(root, spec.path)).then(() => appendFile(join(root, spec.path), 'a file')),
  },
};

for (const [name, world] of Object.entries(worlds)) {
  describe(name, () => {
    for (const check of moduleConformance(world)) test(check.name, check.run);
  });
}
