/** The kinds that come with the server: each as the server tells it and as `ectropy kinds explain` shows it. */
import { existsSync } from 'node:fs';
import type { Kind, KindSpec } from '../../packages/cli/src/api/kinds.ts';
import { exampleDocuments } from '../../packages/cli/src/explain/example.ts';
import { childrenOf, type Field, fieldAt, rootOf, typeName } from '../../packages/cli/src/explain/field.ts';
import { boundsOf, examplesOf, marksOf, meanings, valueOf } from '../../packages/cli/src/explain/laws.ts';
import { cloudModules, fileModule, httpCheckModule, kafkaModule, postgresModules } from '../../packages/modules/src/index.ts';
import { encodeAll } from '../../packages/server/src/client.ts';
import { kindOf } from '../../packages/server/src/doors/kube/kinds.ts';
import { openKinds } from '../../packages/server/src/hub/kinds.ts';
import { code, link, prose, table } from './markdown.ts';

export function kindsReference(): string {
  const modules = [fileModule({ root: '.' }), httpCheckModule(), kafkaModule, ...cloudModules({ url: '' }), ...postgresModules()];
  const known = openKinds(modules);
  const kinds = modules.map(({ kind: { name } }) => kindOf(known.get(name, 'default'), known) as unknown as Kind);
  return [
    '# Kinds',
    '',
    'Written by `npm run reference` from the modules. `ectropy kinds` lists the kinds of a server, and `ectropy kinds explain KIND` shows the same about each.',
    '',
    table(
      ['Kind', 'What it is'],
      kinds.map(({ spec }) => [link(spec.names.kind), prose(spec.description)]),
    ),
    'Every kind also takes `spec.dependencies`: other resources by key, which it waits for. Those that a kind asks for stand below.',
    '',
    ...Object.entries(meanings).map(([mark, meaning]) => `- _${mark}_: ${prose(meaning)}`),
    '',
    ...kinds.map((kind) => section(kind, kinds)),
  ].join('\n');
}

function section(kind: Kind, kinds: readonly Kind[]): string {
  const { spec, metadata } = kind;
  const root = rootOf(spec);
  const own = childrenOf(fieldAt(root, ['spec'])).filter(({ path }) => path[1] !== 'dependencies' && path[1] !== 'sharing');
  const output = childrenOf(fieldAt(root, ['status', 'output']));
  return [
    `## ${spec.names.kind}`,
    '',
    prose(spec.description),
    '',
    ...aboutOf(spec, metadata.name),
    '',
    table(
      ['In `spec`', 'Type', 'Meaning'],
      own.flatMap((field) => rowsOf(field, 1)),
    ),
    ...needsOf(spec),
    ...actionsOf(spec),
    ...(output.length > 0
      ? [
          table(
            ['In `status.output`', 'Type', 'Meaning'],
            output.flatMap((field) => rowsOf(field, 2)),
          ),
        ]
      : []),
    '```yaml',
    encodeAll(exampleDocuments(kind, kinds), 'yaml').trimEnd(),
    '```',
    '',
  ].join('\n');
}

function aboutOf({ names, apiVersion, capabilities, shareable }: KindSpec, name: string): readonly string[] {
  const can = [
    capabilities.observe && 'its drift is seen',
    capabilities.import && 'what exists can be taken over',
    capabilities.logs && 'it has logs',
    shareable && 'it can be shared with other projects',
  ].filter((words) => typeof words === 'string');
  const words = [...new Set([names.singular, names.plural, ...names.short])].map(code).join(', ');
  return [
    `- ${code(`apiVersion: ${apiVersion}`)}, ${code(`kind: ${names.kind}`)}; on the command line ${words}; in URNs ${code(name)}.`,
    ...(can.length > 0 ? [`- ${`${can.join(', ')}.`.replace(/^./, (first) => first.toUpperCase())}`] : []),
    `- [How it behaves](${readmeOf(name)})`,
  ];
}

/** One folder per kind, or below that of its family. */
function readmeOf(name: string): string {
  const folders = [name.replaceAll('_', '-'), name.replace('_', '/')].map((folder) => `packages/modules/src/${folder}/README.md`);
  const found = folders.find((path) => existsSync(new URL(`../../${path}`, import.meta.url)));
  if (found === undefined) throw new Error(`kind ${name} has no README: ${folders.join(', ')}`);
  return `../../${found}`;
}

/** The field and all that stand in it; `skip` parts of the path say where it stands. */
const rowsOf = (field: Field, skip: number): readonly (readonly string[])[] => [
  [code(field.path.slice(skip).join('.')), [typeName(field.schema, field.kind), ...marksOf(field)].join(', '), meaningOf(field)],
  ...childrenOf(field).flatMap((child) => rowsOf(child, skip)),
];

function meaningOf({ schema }: Field): string {
  const [example] = examplesOf(schema);
  const holds = [...boundsOf(schema), ...(example === undefined ? [] : [`such as ${valueOf(example)}`])].map(bound);
  const about = prose(typeof schema.description === 'string' ? schema.description : '');
  return [about, ...(holds.length > 0 ? [`(${holds.join('; ')})`] : [])].join(' ');
}

/** Values and patterns as they are written, the words around them as words. */
const bound = (text: string): string => {
  const [, words, value] = /^(one of|always|default|matches|such as) ([\s\S]*)$/.exec(text) ?? [];
  if (words === undefined || value === undefined) return prose(text);
  return `${words} ${words === 'one of' ? value.split(', ').map(code).join(', ') : code(value)}`;
};

function needsOf({ needs = {} }: KindSpec): readonly string[] {
  const rows = Object.entries(needs).map(([key, { kind, optional, description = '' }]) => [
    code(key),
    `${code(kind)}${optional ? '' : ', required'}`,
    prose(description),
  ]);
  return rows.length === 0 ? [] : [table(['In `spec.dependencies`', 'Kind', 'Meaning'], rows)];
}

function actionsOf({ actions = {}, ...spec }: KindSpec): readonly string[] {
  const rows = Object.entries(actions).map(([name, { description, params = {} }]) => {
    const root: Field = { kind: spec, path: [], schema: params, required: false };
    return [
      code(name),
      childrenOf(root)
        .map((field) => `${code(field.path.join('.'))}: ${meaningOf(field)}`)
        .join(' '),
      prose(description),
    ];
  });
  return rows.length === 0 ? [] : [table(['Action', 'Parameters', 'Meaning'], rows)];
}
