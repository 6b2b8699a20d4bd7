import type { Kind, Module } from '@ectropy/sdk';
import type { CloudSettings } from '../client.ts';
import { cloudModule } from '../module.ts';
import { config } from '../schema.ts';
import { plan } from './plan.ts';
import { schema, statusSchema } from './schema.ts';
import { serverShape } from './shape.ts';

export const serverKind: Kind = {
  name: 'cloud_server',
  description: 'A virtual machine in the cloud, in one of its networks.',
  group: 'cloud',
  names: { kind: 'CloudServer', plural: 'cloudservers', singular: 'cloudserver', short: ['csrv'], categories: ['cloud'] },
  schema,
  config,
  needs: { network: { kind: 'cloud_network', description: 'The network that it stands in; another one replaces the server.' } },
  actions: { reboot: { description: 'Switches it off and on again.' } },
  createOnly: ['image', 'name'],
  statusSchema,
  columns: [
    { name: 'Size', path: 'status.output.size', description: 'How much it can do.' },
    { name: 'Power', path: 'status.output.power', description: 'Whether it runs.' },
    { name: 'Address', path: 'status.output.address', description: 'Its address in its network.' },
    { name: 'Image', path: 'spec.image', description: 'What it is made from.', wide: true },
    { name: 'Id', path: 'status.output.id', description: 'Its id in the cloud.', wide: true },
  ],
  examples: [{ size: 'small', image: 'debian-12', power: 'on', labels: { role: 'web' } }],
};

export const serverModule = (settings: CloudSettings): Module => cloudModule(serverKind, serverShape, plan, settings);
