import type { Kind, Module } from '@ectropy/sdk';
import type { CloudSettings } from '../client.ts';
import { cloudModule } from '../module.ts';
import { config } from '../schema.ts';
import { plan } from './plan.ts';
import { schema, statusSchema } from './schema.ts';
import { networkShape } from './shape.ts';

export const networkKind: Kind = {
  name: 'cloud_network',
  description: 'A private network in the cloud, in which servers stand.',
  group: 'cloud',
  names: { kind: 'CloudNetwork', plural: 'cloudnetworks', singular: 'cloudnetwork', short: ['cnet'], categories: ['cloud'] },
  schema,
  config,
  createOnly: ['cidr', 'name'],
  statusSchema,
  columns: [
    { name: 'Cidr', path: 'spec.cidr', description: 'Its range of addresses.' },
    { name: 'Gateway', path: 'status.output.gateway', description: 'The address by which its servers reach others.' },
    { name: 'Id', path: 'status.output.id', description: 'Its id in the cloud.', wide: true },
  ],
  examples: [{ cidr: '10.1.0.0/16', labels: { team: 'payments' } }],
};

export const networkModule = (settings: CloudSettings): Module => cloudModule(networkKind, networkShape, plan, settings);
