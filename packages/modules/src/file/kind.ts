import { defineModule, type Kind, type Module } from '@ectropy/sdk';
import { find } from './find.ts';
import { logs } from './logs.ts';
import { observe } from './observe.ts';
import { plan } from './plan.ts';
import { schema } from './schema.ts';
import type { FileMemo, FileSpec } from './spec.ts';
import { sync } from './sync.ts';

export const fileKind: Kind = {
  name: 'file',
  description: "A file or a folder on the server's machine, below the root that the server is configured with.",
  schema,
  createOnly: ['path', 'directory'],
  deleteBy: ['recursive'],
  statusSchema: {
    type: 'object',
    description: 'What was written.',
    properties: {
      path: { type: 'string', description: 'Where it stands, below the root.' },
      size: { type: 'integer', description: 'In bytes.' },
      digest: { type: 'string', description: 'sha256 of the content.' },
      mode: { type: 'string', description: 'Who may do what, in octal.' },
    },
  },
  columns: [
    { name: 'Path', path: 'spec.path', description: 'Where it stands, below the root.' },
    { name: 'Size', path: 'status.output.size', type: 'integer', description: 'In bytes.', wide: true },
  ],
  examples: [{ path: 'demo/greeting.txt', content: 'Hello from Ectropy.\n' }],
};

/** Files below `root`. Nothing outside it is read or written, whatever a spec or a link says. */
export const fileModule = ({ root }: { readonly root: string }): Module =>
  defineModule<FileSpec, FileMemo>({
    kind: fileKind,
    plan,
    sync: (subject, memo, host) => sync(root, subject, memo, host),
    observe: (subject, host) => observe(root, subject, host),
    find: (reference, _, host) => find(root, reference, host),
    logs: (subject, filter, host) => logs(root, subject, filter, host),
  });
