/** A kind, or one field of it, as a page for people. */
import { isObject, type Json } from '@ectropy/sdk';
import { encodeAll } from '@ectropy/server/client';
import type { Kind, KindSpec } from '../api/kinds.ts';
import { columns, indented, type Lines, section, yamlLines } from '../output/lines.ts';
import { oneLine, printable } from '../terminal/printable.ts';
import type { Style } from '../terminal/style.ts';
import { wrap } from '../terminal/wrap.ts';
import { exampleDocuments } from './example.ts';
import { childrenOf, type Field, fieldAt, rootOf, typeName } from './field.ts';
import { boundsOf, examplesOf, marksOf, meanings, valueOf } from './laws.ts';

export interface Page {
  readonly style: Style;
  /** At most so many columns. */
  readonly width: number;
}

export function showKind(kind: Kind, kinds: readonly Kind[], page: Page): string {
  const { style } = page;
  const { spec } = kind;
  const root = rootOf(spec);
  const examples = printable(encodeAll(exampleDocuments(kind, kinds), 'yaml'))
    .trimEnd()
    .split('\n');
  const example = spec.names.singular || spec.names.plural;
  return [
    `${style('bold', oneLine(spec.names.kind))}  ${style('dim', oneLine(spec.apiVersion))}`,
    ...wrap(printable(spec.description), page.width),
    '',
    ...columns(aboutKind(spec).map(([key, value]) => [{ text: key, paint: (text) => style('dim', text) }, value])),
    ...section('Spec', fieldList(fieldAt(root, ['spec']), page), style),
    ...section('Output', spec.backend === 'module' ? fieldList(fieldAt(root, ['status', 'output']), page) : [], style),
    ...section('Needs', needsOf(spec, page), style),
    ...section('Actions', actionsOf(spec, page), style),
    ...section(
      'Rules',
      (spec.rules ?? []).map(({ path, message, rule }) => oneLine(`${path ? `${path}: ` : ''}${message ?? rule}`)),
      style,
    ),
    ...section('Example, ready to be applied', examples, style),
    '',
    style('dim', `ectropy kinds explain ${example} --example | ectropy apply -f -`),
  ].join('\n');
}

function aboutKind({ names, scope, backend, capabilities, versions, definition }: KindSpec): readonly (readonly [string, string])[] {
  const can = [
    ...(capabilities.observe ? ['looks for drift'] : []),
    ...(capabilities.import ? ['can take over what exists'] : []),
    ...(capabilities.logs ? ['has logs'] : []),
  ];
  const served = { module: 'a module', accessor: 'another service', record: 'the store: it is a record' }[backend] ?? backend;
  const others = versions.filter(({ hub, served: isServed }) => !hub && isServed).map(({ apiVersion }) => apiVersion);
  return [
    ['names', [...new Set([names.singular, names.plural, ...names.short])].filter((name) => name !== '').join(', ')],
    ...(names.categories.length > 0 ? [['categories', names.categories.join(', ')] as const] : []),
    ['belongs to', scope === 'Cluster' ? 'no project' : 'a project'],
    ['served by', [served, ...can].join('; ')],
    ...(definition === undefined ? [] : [['defined by', `KindDefinition/${definition}`] as const]),
    ...(others.length > 0 ? [['also as', others.join(', ')] as const] : []),
  ];
}

/** One field: all that holds for it, and what stands in it. */
export function showField(field: Field, page: Page): string {
  const { kind, path, schema } = field;
  const { style, width } = page;
  const marks = marksOf(field);
  const laws = marks.flatMap((mark) => (mark in meanings ? [meanings[mark as keyof typeof meanings]] : []));
  const examples = examplesOf(schema).flatMap((value) => (isScalar(value) ? [oneLine(valueOf(value))] : yamlLines(value, '-o yaml')));
  return [
    `${style('bold', oneLine([kind.names.kind, ...path].join('.')))}  ${style('dim', oneLine([typeName(schema, kind), ...marks].join(', ')))}`,
    ...wrap(printable(descriptionOf(field)), width).filter((line) => line !== ''),
    ...section('What holds', [...boundsOf(schema).map(oneLine), ...laws], style),
    ...section(examples.length > 1 ? 'Examples' : 'Example', examples, style),
    ...section('Fields', fieldList(field, page), style),
  ].join('\n');
}

const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null;

const descriptionOf = ({ schema }: Field): string => (typeof schema.description === 'string' ? schema.description : '');

const fieldList = (field: Field, page: Page): Lines =>
  childrenOf(field)
    .toSorted((a, b) => Number(b.required) - Number(a.required))
    .flatMap((child) => [fieldLine(child, page), ...indented(indented(aboutField(child, page)))]);

const fieldLine = (field: Field, { style }: Page): string =>
  `${style('bold', oneLine(field.path.at(-1) ?? ''))}  ${style('dim', oneLine([typeName(field.schema, field.kind), ...marksOf(field)].join(', ')))}`;

function aboutField(field: Field, { width }: Page): Lines {
  const [example] = examplesOf(field.schema);
  const bounds = [...boundsOf(field.schema), ...(example === undefined ? [] : [`such as ${valueOf(example)}`])].map(oneLine).join('; ');
  const lines = [...wrap(printable(descriptionOf(field)), width - 8), ...wrap(bounds, width - 8)];
  return lines.filter((line) => line !== '');
}

/** The whole tree below a field, a line each. */
export function showTree(field: Field, page: Page, depth = 0): Lines {
  if (depth > 20) return [];
  return childrenOf(field).flatMap((child) => [`${'  '.repeat(depth)}${fieldLine(child, page)}`, ...showTree(child, page, depth + 1)]);
}

const needsOf = ({ needs = {} }: KindSpec, { style }: Page): Lines =>
  columns(
    Object.entries(needs).map(([key, { kind, description = '', optional }]) => [
      { text: key, paint: (text) => style('bold', text) },
      { text: `${kind}${optional ? ', optional' : ''}`, paint: (text) => style('dim', text) },
      description,
    ]),
  );

function actionsOf(spec: KindSpec, page: Page): Lines {
  return Object.entries(spec.actions ?? {}).flatMap(([name, { description, params }]) => {
    const root: Field = { kind: spec, path: [], schema: isObject(params ?? null) ? (params ?? {}) : {}, required: false };
    const fields = childrenOf(root).map((field) => ({ ...field, path: ['params', ...field.path] }));
    return [
      `${page.style('bold', oneLine(name))}  ${oneLine(description)}`,
      ...indented(indented(fields.flatMap((field) => [fieldLine(field, page), ...indented(indented(aboutField(field, page)))]))),
    ];
  });
}
