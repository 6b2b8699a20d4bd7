import type { Kind, Module } from '@ectropy/sdk';
import type { CloudSettings } from '../client.ts';
import { cloudModule } from '../module.ts';
import { config } from '../schema.ts';
import { plan } from './plan.ts';
import { schema, statusSchema } from './schema.ts';
import { diskShape } from './shape.ts';

export const diskKind: Kind = {
  name: 'cloud_disk',
  description: 'A disk in the cloud, attached to a server or not.',
  group: 'cloud',
  names: { kind: 'CloudDisk', plural: 'clouddisks', singular: 'clouddisk', short: ['cdsk'], categories: ['cloud'] },
  schema,
  config,
  needs: {
    server: { kind: 'cloud_server', description: 'The server that it is attached to; without one it is detached.', optional: true },
  },
  createOnly: ['name'],
  statusSchema,
  columns: [
    { name: 'Size', path: 'spec.size_gb', type: 'integer', description: 'How much it holds, in GB.' },
    { name: 'Device', path: 'status.output.device', description: 'What its server calls it.' },
    { name: 'Server', path: 'status.output.server', description: 'The id of the server that it is attached to.', wide: true },
    { name: 'Id', path: 'status.output.id', description: 'Its id in the cloud.', wide: true },
  ],
  examples: [{ size_gb: 20, labels: { holds: 'orders' } }],
};

export const diskModule = (settings: CloudSettings): Module => cloudModule(diskKind, diskShape, plan, settings);
