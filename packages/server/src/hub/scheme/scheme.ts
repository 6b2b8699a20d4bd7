import type { Kind } from '@ectropy/sdk';
import { hubVersionOf } from './versions.ts';

export interface ApiVersion {
  /** The stored form; empty for Kubernetes' own unnamed group (`v1`). */
  readonly group: string;
  readonly version: string;
}

/** How groups are called outside. Inside, a group of the server's own has no suffix, so that the product can change its name. */
export interface Scheme {
  readonly suffix: string;
  /** This one and those that the product had before. */
  readonly suffixes: readonly string[];
  /** The full group: `core` is `core.ectropy.dev`; a group with a dot is somebody else's and stays. */
  groupOf(kind: Pick<Kind, 'group'>): string;
  /** The stored form of a full group, under the suffix of today or an earlier one. `groupOf` of it is the full group of today. */
  shortGroup(group: string): string;
  /** `undefined` for what is not an API version. */
  parseApiVersion(text: string): ApiVersion | undefined;
  /** Of the hub version, unless another one is named. */
  apiVersionOf(kind: Pick<Kind, 'group' | 'version'>, version?: string): string;
}

const apiVersion = /^(?:([a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?)\/)?([a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)$/;

/** `aliases` are the suffixes that the product had before: they are read and never written. */
export function schemeOf(suffix: string, aliases: readonly string[] = []): Scheme {
  const endings = [suffix, ...aliases].map((one) => `.${one}`).sort((a, b) => b.length - a.length);
  const groupOf = ({ group = 'core' }: Pick<Kind, 'group'>): string => (group.includes('.') || group === '' ? group : `${group}.${suffix}`);

  function shortGroup(group: string): string {
    const own = endings.find((one) => group.endsWith(one));
    const label = own === undefined ? group : group.slice(0, -own.length);
    // A longer rest would be taken for somebody else's group when it is read again.
    return label === '' || label.includes('.') ? group : label;
  }

  return {
    suffix,
    suffixes: [suffix, ...aliases],
    groupOf,
    shortGroup,
    parseApiVersion(text) {
      const [, group = '', version] = apiVersion.exec(text) ?? [];
      return version === undefined ? undefined : { group: shortGroup(group), version };
    },
    apiVersionOf(kind, version = hubVersionOf(kind)) {
      const group = groupOf(kind);
      return group === '' ? version : `${group}/${version}`;
    },
  };
}
