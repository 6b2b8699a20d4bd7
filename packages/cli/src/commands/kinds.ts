import type { Command } from 'commander';
import type { Json } from '@ectropy/sdk';
import { encodeAll } from '@ectropy/server/client';
import { asJson, findKind, type Kind, listKinds } from '../api/kinds.ts';
import type { Exit } from '../exit.ts';
import { exampleDocuments } from '../explain/example.ts';
import { type Field, fieldAt, rootOf } from '../explain/field.ts';
import { marksOf } from '../explain/laws.ts';
import { type Page, showField, showKind, showTree } from '../explain/show.ts';
import { asData } from '../output/data.ts';
import { layout } from '../output/table.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';
import { fitStyled } from '../terminal/width.ts';
import { outputOption } from './get.ts';

interface KindsFlags {
  readonly output: string;
  readonly headers: boolean;
}

interface ExplainFlags {
  readonly output: string;
  readonly recursive?: boolean;
  readonly example?: boolean;
}

export function registerKinds({ command, action }: Registrar): void {
  const kinds = command('kinds', 'the kinds of resource that can be declared here', [
    'ectropy kinds',
    'ectropy kinds explain file',
    'ectropy kinds explain file.spec.mode',
  ])
    .addOption(outputOption(['table', 'wide', 'json', 'yaml', 'name']))
    .option('--no-headers', 'without the line that names the columns')
    .action(action(list));
  registerExplain(kinds, action);
}

function registerExplain(kinds: Command, action: Registrar['action']): void {
  kinds
    .command('explain <kind[.path]>')
    .description('what a kind is and does, or one field of it')
    .option('-R, --recursive', 'the whole tree of fields, a line each')
    .option('--example', 'only documents that can be applied as they are')
    .addHelpText(
      'after',
      '\nExamples:\n  $ ectropy kinds explain file\n  $ ectropy kinds explain file.spec.mode\n  $ ectropy kinds explain file --example | ectropy apply -f -\n',
    )
    // The flags of the one above hold here, too.
    .action((word: string, _, command: Command) => action(explain)(word, command.optsWithGlobals<ExplainFlags>(), command));
}

async function list(session: Session, { output, headers }: KindsFlags): Promise<Exit> {
  const kinds = await listKinds(session);
  const data = asData({ apiVersion: 'v1', kind: 'List', items: kinds.map(asJson) }, output);
  session.print(
    data ?? (output === 'name' ? kinds.map(({ spec }) => spec.names.kind).join('\n') : tableOf(kinds, output === 'wide', headers, session)),
  );
  return 'done';
}

/** Long descriptions are cut where the terminal ends; elsewhere they are whole. */
function tableOf(kinds: readonly Kind[], wide: boolean, headers: boolean, { style, io: { stdout } }: Session): string {
  const titles = ['Name', 'Short', 'APIVersion', 'Scope', 'Backend', ...(wide ? ['Plural', 'Categories', 'Actions'] : []), 'What it is'];
  const rows = kinds.map(({ spec: { names, apiVersion, scope, backend, description, actions = {} } }) => [
    names.kind,
    names.short.join(','),
    apiVersion,
    scope,
    backend,
    ...(wide ? [names.plural, names.categories.join(','), Object.keys(actions).join(',')] : []),
    description,
  ]);
  const grid = layout(titles, rows, { style: style.out, headers });
  const room = stdout.isTty && !wide ? stdout.columns : Number.POSITIVE_INFINITY;
  return [...grid.head, ...rows.map(grid.line)].map((line) => fitStyled(line, room)).join('\n');
}

const MOST_COLUMNS = 100;

async function explain(session: Session, word: string, flags: ExplainFlags): Promise<Exit> {
  const [name = '', ...path] = word.replaceAll(/\[\d*\]/g, '').split('.');
  const kinds = await listKinds(session);
  const kind = await findKind(name, kinds, session);
  const page: Page = {
    style: session.style.out,
    width: Math.min(MOST_COLUMNS, session.io.stdout.isTty ? session.io.stdout.columns : MOST_COLUMNS),
  };
  const field = fieldAt(
    rootOf(kind.spec),
    path.filter((part) => part !== ''),
  );
  if (flags.example) session.print(encodeAll(exampleDocuments(kind, kinds), flags.output === 'json' ? 'json' : 'yaml'));
  else session.print(asData(dataOf(kind, field), flags.output) ?? textOf(kind, kinds, field, flags, page));
  return 'done';
}

function textOf(kind: Kind, kinds: readonly Kind[], field: Field, { recursive }: ExplainFlags, page: Page): string {
  if (recursive) return showTree(field, page).join('\n');
  return field.path.length === 0 ? showKind(kind, kinds, page) : showField(field, page);
}

const dataOf = (kind: Kind, field: Field): Json =>
  field.path.length === 0
    ? asJson(kind)
    : { kind: kind.spec.names.kind, path: field.path.join('.'), marks: [...marksOf(field)], schema: field.schema };
