import { defineModule, type Kind, type Module } from '@ectropy/sdk';
import { plan } from './plan.ts';
import { config, schema } from './schema.ts';
import { merge, urlOf, type KafkaPart } from './spec.ts';

export const kafkaKind: Kind = {
  name: 'kafka',
  description: 'A Kafka cluster that exists already: its brokers, and the url under which other resources reach it.',
  schema,
  config,
  statusSchema: { type: 'object', properties: { url: { type: 'string', description: 'Where others reach it.' } } },
  columns: [
    { name: 'Type', path: 'spec.type', description: 'What it is for.' },
    { name: 'Url', path: 'status.output.url', description: 'Where others reach it.', wide: true },
  ],
  examples: [
    {
      type: 'source',
      brokers: [{ name: 'orders-kafka-01', host: 'orders-kafka-01.internal', address: '10.0.0.11' }],
      advertise_mode: { address: '6668' },
    },
  ],
};

/** A register of clusters: it makes no calls, so it has nothing to observe and no step to take. */
export const kafkaModule: Module = defineModule<KafkaPart, null>({
  kind: kafkaKind,
  plan,
  sync: async ({ spec }) => ({ type: 'done', output: { url: urlOf(merge(spec)) } }),
});
