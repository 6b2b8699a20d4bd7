import type { JsonObject } from '@ectropy/sdk';

export type Broker = { readonly name: string; readonly host: string; readonly address: string };

/** What is stored: complete, in one form. */
export type KafkaSpec = {
  readonly type: string;
  readonly advertise_mode: { readonly host: string; readonly address: string };
  readonly brokers: readonly Broker[];
  readonly entity?: string;
  readonly environment?: string;
  readonly landscape?: string;
  readonly organization?: string;
};

/** What a create or an update says: any part of it. */
export type KafkaPart = {
  readonly [Field in Exclude<keyof KafkaSpec, 'brokers' | 'advertise_mode'>]?: string;
} & {
  readonly advertise_mode?: Partial<KafkaSpec['advertise_mode']>;
  readonly brokers?: readonly Partial<Broker>[];
};

const WORDS = ['entity', 'environment', 'landscape', 'organization'] as const;

/**
 * Lays parts over each other, the last one on top: configuration, what is stored, what is given. A field that is given
 * replaces; the two ports are fields of their own; an empty word takes itself out. Fields that the kind does not know are
 * dropped, as they always were.
 */
export function merge(...parts: readonly KafkaPart[]): KafkaSpec {
  const top = Object.assign({}, ...parts) as KafkaPart;
  const port = Object.assign({}, ...parts.map(({ advertise_mode: mode }) => mode)) as Partial<KafkaSpec['advertise_mode']>;
  const words = WORDS.flatMap((word) => (top[word] ? [[word, top[word]] as const] : []));
  return {
    type: top.type ?? 'source',
    advertise_mode: { host: port.host ?? '', address: port.address ?? '' },
    brokers: (top.brokers ?? []).map(({ name = '', host = '', address = '' }) => ({ name, host, address })),
    ...Object.fromEntries(words),
  };
}

/** What clients connect to: every broker with the advertised port. An address port wins over a host port. */
export const urlOf = ({ advertise_mode: port, brokers }: KafkaSpec): string =>
  brokers.map(({ host, address }) => (port.address ? `${address}:${port.address}` : `${host}:${port.host}`)).join(',');

/** The part of a project's configuration that stands in for a spec's fields. */
export const partOf = (config: JsonObject): KafkaPart =>
  Object.fromEntries(['type', ...WORDS].flatMap((word) => (typeof config[word] === 'string' ? [[word, config[word]]] : [])));
