/** Kinds with the habits of the hub: shared, with files, selected by fields, in no project, or only stored. */
import type { JsonObject, Module } from '@ectropy/sdk';
import type { Owner, Resource } from '../../core/resource.ts';
import { formatUrn, NO_PROJECT, type Urn } from '../../core/urn.ts';
import { DEFINITION } from '../../hub/builtin.ts';
import { recordModule } from '../../hub/builtin.ts';
import type { Result } from '../app.ts';
import { me } from './asks.ts';
import type { Bed } from './bed.ts';
import { boxModule, testModules } from './kinds.ts';
import type { World } from './world.ts';

/**
 * `crate`, which is made outside, can be shared and has files; `hatch`, which needs a crate; `card`, which is only stored, can be shared and
 * is selected by its colour and its owner's report; `region`, which belongs to no project.
 */
export const hubModules = (world: World): readonly Module[] => [
  ...testModules(world),
  boxModule(world, { name: 'crate', shareable: true, artifacts: ['chart'], selectable: ['spec.color', 'status.size'] }),
  boxModule(world, { name: 'hatch', needs: { crate: { kind: 'crate' } } }),
  recordModule({
    name: 'card',
    description: 'A card that is only stored.',
    schema: { type: 'object', properties: { color: { type: 'string' } } },
    shareable: true,
    artifacts: ['picture'],
    selectable: ['spec.color'],
  }),
  recordModule({ name: 'region', description: 'A part of the world.', scope: 'cluster', schema: { type: 'object' } }),
];

export const projectNamed = (name: string): Urn => formatUrn({ kind: 'project', project: NO_PROJECT, name });

/** A reference to this life of the name. */
export function owner({ deps: { kinds } }: Bed, { kind, project, name, uid }: Resource, more: Partial<Owner> = {}): Owner {
  const { kind: known, names } = kinds.get(kind, project);
  return { apiVersion: kinds.scheme.apiVersionOf(known), kind: names.kind, name, uid, ...more };
}

export const gadgets = 'gadgets.example.dev';
export const definition = formatUrn({ kind: DEFINITION, project: NO_PROJECT, name: gadgets });
export const gadget = (name: string, project = 'demo'): Urn => formatUrn({ kind: 'gadget.example.dev', project, name });

/** Defines the kind `gadget.example.dev`: only stored, and somebody else writes its status. */
export async function define({ app }: Bed, schema: JsonObject = {}): Promise<Result> {
  const spec = {
    group: 'example.dev',
    names: { kind: 'Gadget', plural: 'gadgets', singular: 'gadget' },
    versions: [
      {
        name: 'v1',
        statusWritable: true,
        selectable: ['status.phase'],
        schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, ...schema },
      },
    ],
  };
  const declare = () => ({ labels: {}, annotations: {}, dependencies: {}, spec });
  const [result] = await app.apply([{ kind: DEFINITION, project: NO_PROJECT, name: gadgets, mode: 'apply', declare }], me);
  if (!result) throw new Error('the definition was answered with nothing');
  return result;
}
