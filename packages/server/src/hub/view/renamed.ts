/** What was kept under an earlier suffix of the product, as it is called today: who owns which fields, and owners. */
import type { JsonObject } from '@ectropy/sdk';
import { type FieldManager, OWN_PREFIX, type Owner, type Resource } from '../../core/resource.ts';
import type { Scheme } from '../scheme/scheme.ts';

export type Rename = <Document extends Pick<Resource, 'managed' | 'owners'>>(resource: Document) => Document;

/** For one scheme. The very same resource where nothing is called otherwise, and always while the product has had one name only. */
export function renameFor(scheme: Scheme): Rename {
  const former = [...scheme.suffixes, OWN_PREFIX].filter((suffix) => suffix !== scheme.suffix);
  if (former.length === 0) return (resource) => resource;
  const todays = (apiVersion: string): string => {
    const own = former.find((suffix) => apiVersion.includes(`.${suffix}/`));
    const [label = '', version = ''] = own === undefined ? [] : apiVersion.split(`.${own}/`);
    return own === undefined || label.includes('.') ? apiVersion : `${label}.${scheme.suffix}/${version}`; // somebody else's group stays
  };
  return (resource) => {
    const { managed, owners } = resource;
    if (!managed && !owners) return resource;
    const said = JSON.stringify([managed, owners]);
    if (!former.some((suffix) => said.includes(suffix))) return resource;
    return {
      ...resource,
      ...(managed && { managed: managed.map((manager) => managerToday(manager, todays, former, scheme.suffix)) }),
      ...(owners && { owners: owners.map((owner): Owner => ({ ...owner, apiVersion: todays(owner.apiVersion) })) }),
    };
  };
}

function managerToday(
  manager: FieldManager,
  todays: (apiVersion: string) => string,
  former: readonly string[],
  suffix: string,
): FieldManager {
  const { apiVersion, fieldsV1 } = manager;
  const metadata = objectAt(fieldsV1, 'f:metadata');
  const annotations = metadata && objectAt(metadata, 'f:annotations');
  const fields = annotations
    ? { ...fieldsV1, 'f:metadata': { ...metadata, 'f:annotations': keysToday(annotations, former, suffix) } }
    : fieldsV1;
  return { ...manager, apiVersion: todays(apiVersion), fieldsV1: fields };
}

function objectAt(object: JsonObject, key: string): JsonObject | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

const keysToday = (annotations: JsonObject, former: readonly string[], suffix: string): JsonObject =>
  Object.fromEntries(
    Object.entries(annotations).map(([key, value]) => {
      const own = former.find((one) => key.startsWith(`f:${one}/`));
      return [own === undefined ? key : `f:${suffix}/${key.slice(own.length + 3)}`, value];
    }),
  );
