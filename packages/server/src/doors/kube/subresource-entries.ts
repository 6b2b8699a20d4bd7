/** What lies below the resources of a kind: whatever Kubernetes has no word for, in its own style. */
import type { JsonObject } from '@ectropy/sdk';
import { PROJECT } from '../../hub/builtin.ts';
import type { Kinds } from '../../hub/kinds.ts';
import type { Registered } from '../../hub/registered.ts';
import type { Subresource } from './catalogue/entry.ts';
import { reference } from './entry-words.ts';

const text = (description: string): JsonObject => ({ type: 'string', description });
const whole = (description: string): JsonObject => ({ type: 'integer', description });
const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});
const list = (items: JsonObject): JsonObject => ({ type: 'array', items });

const cause = object({
  urn: text('Which resource.'),
  resource: reference('Which resource, as clients name it.'),
  depth: whole('How far below the resource that was asked about.'),
  ready: { type: 'boolean', description: 'Whether it is ready.' },
  reason: text('Why, in one word.'),
  message: text('Why, in one sentence.'),
  attempt: whole('How often the present step has failed in a row.'),
  nextAttemptAt: text('When it is tried again.'),
  remedy: text('What a person can do.'),
});

const artifact = object({
  name: text('Relative path.'),
  digest: text('sha256 of the content.'),
  size: whole('In bytes.'),
  mediaType: text('What it is.'),
});

export function subresourcesOf({ kind, names, module, backend, statusWritable }: Registered, { scheme }: Kinds): readonly Subresource[] {
  const own = { group: scheme.groupOf({}), version: 'v1' };
  const self = (name: string, description: string, request?: JsonObject): Subresource => ({
    name,
    kind: names.kind,
    verbs: ['create'],
    description,
    ...(request && { request }),
  });
  const works = backend === 'module';
  return [
    { name: 'status', kind: names.kind, verbs: statusWritable ? ['get', 'patch', 'update'] : ['get'], description: 'How things stand.' },
    ...(kind.scale
      ? [{ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: ['get', 'patch', 'update'], description: 'Its size.' }]
      : []),
    ...Object.entries(kind.actions ?? {}).map(([action, { description, params }]): Subresource =>
      self(`actions/${action}`, description, object({ params: params ?? { type: 'object' } })),
    ),
    ...(module.logs ? [logsEntry(own)] : []),
    revisionsEntry(own),
    self('rollback', 'Declares again what an earlier revision declared.', object({ revision: whole('Which one.') }, ['revision'])),
    ...(works
      ? [
          self('retry', 'Goes on at once with what has failed or waits.'),
          self('cancel', 'Stops the work under way.'),
          self('pause', 'Does nothing until it is resumed.'),
          self('resume', 'Goes on.'),
        ]
      : []),
    ...(module.observe ? [self('drift', 'Looks now whether the world is as declared.')] : []),
    {
      name: 'why',
      kind: 'Why',
      ...own,
      verbs: ['get'],
      description: 'The chain of causes when it is not ready.',
      response: object({ ready: { type: 'boolean' }, chain: list(cause), roots: list(cause) }),
    },
    treeEntry(own, kind.name === PROJECT),
    ...(kind.artifacts ? artifactEntries(own) : []),
    ...(module.find ? [importEntry(names.kind)] : []),
    ...(kind.name === PROJECT ? [self('rename', 'Gives the project another name.', object({ to: text('The new name.') }, ['to']))] : []),
  ];
}

type Own = { readonly group: string; readonly version: string };

const branches: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

const treeEntry = (own: Own, ofProject: boolean): Subresource => ({
  name: 'tree',
  kind: 'Tree',
  ...own,
  verbs: ['get'],
  description: ofProject ? 'All that is in it, each below what depends on it.' : 'What it depends on, with status.',
  ...(!ofProject && { query: [{ name: 'dependents', type: 'boolean', description: 'Who depends on it instead.' }] }),
  response: object(
    ofProject ? { roots: list(branches), cut: { type: 'boolean', description: 'There is more than is shown.' } } : { root: branches },
  ),
});

const logsEntry = (own: Own): Subresource => ({
  name: 'logs',
  kind: 'Log',
  ...own,
  verbs: ['get'],
  description: 'What the thing itself says.',
  query: [
    { name: 'follow', type: 'boolean', description: 'Go on with what comes.' },
    { name: 'tailLines', type: 'integer', description: 'Only so many of the last lines, where the module can tell.' },
  ],
  response: { type: 'string', description: 'Lines.' },
});

const revisionsEntry = (own: Own): Subresource => ({
  name: 'revisions',
  kind: 'RevisionList',
  ...own,
  verbs: ['get'],
  description: 'What was declared before, newest first.',
  query: [
    { name: 'limit', type: 'integer', description: 'At most so many.' },
    { name: 'before', type: 'integer', description: 'Only those older than this one.' },
  ],
  response: object({
    items: list(
      object({
        revision: whole('Counts up.'),
        generation: whole('Of the spec.'),
        reason: text('Why it came about.'),
        createdAt: text('When.'),
        createdBy: text('By whom.'),
        spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      }),
    ),
  }),
});

const artifactEntries = (own: Own): readonly Subresource[] => [
  {
    name: 'artifacts',
    kind: 'ArtifactList',
    ...own,
    verbs: ['get'],
    description: 'Its named files.',
    response: object({ items: list(artifact) }),
  },
  {
    name: 'artifacts/{name}',
    kind: 'Artifact',
    ...own,
    verbs: ['get', 'update', 'delete'],
    description: 'One named file: its content as it is.',
    request: { type: 'string', format: 'binary' },
    response: { type: 'string', format: 'binary' },
  },
];

const importEntry = (kind: string): Subresource => ({
  name: 'import',
  kind,
  collection: true,
  verbs: ['create'],
  description: 'Takes over what exists already. A rehearsal answers with a Plan of one operation.',
  query: [{ name: 'dryRun', type: 'string', description: '`All`: change nothing.' }],
  request: object(
    {
      name: text('How the resource is to be called.'),
      reference: text('How the thing is found: a path, an id.'),
      spec: {
        type: 'object',
        description: 'What to bring it to; as it was found if absent.',
        'x-kubernetes-preserve-unknown-fields': true,
      },
      dependencies: {
        type: 'object',
        description: 'What it depends on, by key, where spec does not say so; the thing may be found by way of them.',
        'x-kubernetes-preserve-unknown-fields': true,
      },
      labels: { type: 'object', description: 'To be set.', additionalProperties: { type: 'string' } },
      annotations: { type: 'object', description: 'To be set.', additionalProperties: { type: 'string' } },
    },
    ['name', 'reference'],
  ),
});
