import { type Held, isObject, type Json, type JsonObject, type Kind, type Path } from '@ectropy/sdk';
import { EVERYBODY } from './sharing-form.ts';

const PATH = ['spec', 'sharing', 'projects'];

/** The projects that a resource is shared with, each with its place, `*` left out. What is not of the form is not looked at. */
export function sharedNames({ spec }: Held, kind: Kind): readonly { readonly name: string; readonly path: Path }[] {
  return listed(spec, kind).flatMap((item, i) => {
    const name = nameOf(item);
    return name === undefined ? [] : [{ name, path: [...PATH, i, 'name'] }];
  });
}

/** The same spec with other names in these places, and nowhere else. */
export function mapSharedNames(spec: JsonObject, kind: Kind, to: (name: string) => string): JsonObject {
  const projects = listed(spec, kind);
  if (projects.length === 0) return spec;
  const renamed = projects.map((item) => {
    const name = nameOf(item);
    return name === undefined ? item : { ...(item as JsonObject), name: to(name) };
  });
  return { ...spec, sharing: { ...(spec['sharing'] as JsonObject), projects: renamed } };
}

function listed(spec: JsonObject, kind: Kind): readonly Json[] {
  const sharing = kind.shareable && Object.hasOwn(spec, 'sharing') ? spec['sharing'] : undefined;
  if (!isObject(sharing) || !Object.hasOwn(sharing, 'projects')) return [];
  return Array.isArray(sharing['projects']) ? (sharing['projects'] as readonly Json[]) : [];
}

function nameOf(item: Json): string | undefined {
  const name = isObject(item) && Object.hasOwn(item, 'name') ? item['name'] : undefined;
  return typeof name === 'string' && name !== EVERYBODY ? name : undefined;
}
