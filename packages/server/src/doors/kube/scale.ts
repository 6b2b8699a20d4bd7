/** The scale subresource: one number of the spec, as `autoscaling/v1` knows it. */
import { isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import type { Answer, Ask, KubeDeps, Site } from './ask.ts';
import { urnOf } from './ask.ts';
import { readDocument, readPatchOf } from './read-document.ts';
import { applyJsonPatch } from './wire/json-patch.ts';
import { applyMergePatch } from './wire/merge-patch.ts';
import { Refused } from './wire/refused.ts';
import { readWriteOptions } from './wire/write-options.ts';
import { mutation, refuseStale, tracked } from './write.ts';

type Scale = NonNullable<Site['view']['registered']['kind']['scale']>;

export async function scale(site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const paths = site.view.registered.versions.find(({ name }) => name === site.view.version)?.scale;
  if (!paths) throw new Refused({ code: 'not_found', message: 'the server could not find the requested resource' }, {});
  const urn = urnOf(site);
  if (ask.method === 'GET' || ask.method === 'HEAD') return { body: scaleOf(site.view.show(await deps.app.get(urn, ask.caller)), paths) };

  const options = readWriteOptions(ask.url, ask.method === 'PUT' ? 'update' : 'patch');
  const change = changeOf(site, ask);
  const { kind } = site.view.registered;
  const [result] = await deps.app.apply(
    [
      {
        kind: kind.name,
        project: site.project,
        name: site.about.name,
        mode: 'update',
        declare(current) {
          const base = current ? site.view.base(current) : {};
          const wanted = change(scaleOf(base, paths));
          refuseStale(wanted, current);
          const document = write(base, paths.replicas.split('.'), replicasIn(wanted)) as JsonObject;
          return {
            ...site.view.draft(document, site.project, current),
            managed: tracked(site, base, document, current, ask, options, deps),
          };
        },
      },
    ],
    ask.caller,
    mutation(ask, options),
  );
  if (!result) throw new Error('the change was answered with nothing');
  return { body: scaleOf(site.view.show(result.resource), paths) };
}

function changeOf(site: Site, ask: Ask): (scale: JsonObject) => JsonObject {
  if (ask.method === 'PUT') {
    const { value } = readDocument(ask);
    return () => asObject(value);
  }
  const { type, value } = readPatchOf(ask, site);
  return (before) => asObject(type === 'json' ? applyJsonPatch(before, value) : applyMergePatch(before, value));
}

const asObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** Whoever writes the status may have put anything there. */
const wholeAt = (object: JsonObject, path: string | undefined): number | undefined => {
  const found = path === undefined ? undefined : read(object, path);
  return Number.isSafeInteger(found) ? Number(found) : undefined;
};

const scaleOf = (object: JsonObject, { replicas, current, selector }: Scale): JsonObject => {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata as JsonObject;
  const found = selector === undefined ? undefined : read(object, selector);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: {
      name: name ?? '',
      ...(namespace !== undefined && { namespace }),
      uid: uid ?? '',
      resourceVersion: resourceVersion ?? '',
      creationTimestamp: creationTimestamp ?? null,
    },
    spec: { replicas: wholeAt(object, replicas) ?? 0 },
    status: {
      replicas: wholeAt(object, current) ?? wholeAt(object, replicas) ?? 0,
      ...(typeof found === 'string' && { selector: found }),
    },
  };
};

function replicasIn({ spec }: JsonObject): number {
  const replicas = isObject(spec) ? spec.replicas : undefined;
  if (typeof replicas === 'number' && Number.isSafeInteger(replicas) && replicas >= 0) return replicas;
  throw new ProblemError({ code: 'invalid', path: ['spec', 'replicas'], message: 'must be a whole number that is not negative' });
}

const read = (value: Json, path: string): Json | undefined =>
  path
    .replace(/^\./, '')
    .split('.')
    .reduce<Json | undefined>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), value);

function write(value: Json, [key, ...rest]: readonly string[], leaf: Json): Json {
  if (key === undefined) return leaf;
  if (key === '') return write(value, rest, leaf);
  const object = isObject(value) ? value : {};
  return { ...object, [key]: write(object[key] ?? {}, rest, leaf) };
}
