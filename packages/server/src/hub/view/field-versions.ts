import { isObject, type JsonObject } from '@ectropy/sdk';
import { documentType } from '../fields/document-type.ts';
import type { FieldType } from '../fields/field-type.ts';
import type { Versions } from '../fields/versions.ts';
import type { Kinds } from '../kinds.ts';
import type { Registered, Version } from '../registered.ts';

const known = new WeakMap<Version, FieldType>();

/** How documents of one version are owned. */
export function fieldType({ kind }: Registered, version: Version): FieldType {
  const type =
    known.get(version) ??
    documentType({ ...kind, schema: version.schema, ...(version.statusSchema && { statusSchema: version.statusSchema }) });
  known.set(version, type);
  return type;
}

/** The versions of a kind, for managers that own fields in different ones. An earlier suffix of the group means the same. */
export function fieldVersions(registered: Registered, { scheme }: Pick<Kinds, 'scheme'>): Versions {
  const find = (apiVersion: string): Version | undefined => {
    const said = scheme.parseApiVersion(apiVersion);
    return said?.group === (registered.kind.group ?? 'core') ? registered.versions.find(({ name }) => name === said.version) : undefined;
  };
  return {
    type(apiVersion) {
      const version = find(apiVersion);
      return version && fieldType(registered, version);
    },
    convert(document, apiVersion) {
      const from = find(String(document.apiVersion));
      const to = find(apiVersion);
      if (!from || !to || from === to || !isObject(document.spec)) return { ...document, apiVersion };
      const { dependencies, sharing, ...own } = document.spec;
      const reserved = { ...(dependencies !== undefined && { dependencies }), ...(sharing !== undefined && { sharing }) };
      return { ...document, apiVersion, spec: { ...converted(own, from, to), ...reserved } };
    },
  };
}

/** A part of a document may be more than a convertor can read; then nothing of it can be told in the other version. */
function converted(spec: JsonObject, from: Version, to: Version): JsonObject {
  try {
    const hub = from.convert ? from.convert.toHub(spec) : spec;
    const spoke = to.convert ? to.convert.fromHub(hub) : hub;
    return isObject(spoke) ? spoke : {};
  } catch {
    return {};
  }
}
