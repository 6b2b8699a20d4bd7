import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import { decodeDocuments } from '@ectropy/server/client';
import { actionsOf, findAction, type KindAction } from '../action/kind-actions.ts';
import { readParams } from '../action/params.ts';
import { titleOf } from '../api/document.ts';
import type { Exit } from '../exit.ts';
import { durationMs } from '../follow/follow.ts';
import { followChanged } from '../follow/to-the-end.ts';
import { asData } from '../output/data.ts';
import { table } from '../output/table.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';
import { printDocuments } from './apply.ts';
import { about, post } from './each.ts';
import { type FollowFlags, withFollowFlags } from './follow-flags.ts';
import { findType } from '../api/types.ts';
import { locate, referencesOf } from './reference.ts';

interface ActionFlags extends FollowFlags {
  readonly param?: readonly string[];
  readonly params?: string;
  readonly paramsFile?: string;
  readonly output: string;
}

export function registerAction({ command, action }: Registrar): void {
  const flags = command('action <words...>', 'perform an action of the kind, and follow it; without an action list them', [
    'ectropy action cloudserver web-1 reboot',
    'ectropy action cloudserver/web-1 reboot --no-wait',
    'ectropy action cloudserver   # which ones there are',
    'ectropy action lamp/kitchen dim --param percent=30',
  ])
    .option('--param <name=value...>', 'a parameter; may be given several times')
    .option('-p, --params <json>', 'all parameters, as JSON')
    .option('--params-file <file>', 'all parameters, from a file in YAML or JSON, - for standard input')
    .option('-o, --output <format>', 'print the resource: name, json or yaml', 'table');
  withFollowFlags(flags).action(action(act));
}

interface Asked {
  readonly kind: string;
  readonly name?: string | undefined;
  readonly action?: string | undefined;
}

/** `kind name action`, `kind/name action`, or fewer of them. */
function askedOf([first = '', second, third, ...more]: readonly string[]): Asked {
  if (more.length > 0 || (first.includes('/') && third !== undefined))
    throw new ProblemError({ code: 'invalid', message: 'too many words', hint: 'write: ectropy action KIND NAME ACTION' });
  if (!first.includes('/') && !first.startsWith('orn:')) return { kind: first, name: second, action: third };
  const [reference] = referencesOf([first]);
  return { kind: reference?.kind ?? first, name: first, action: second };
}

async function act(session: Session, words: readonly string[], flags: ActionFlags): Promise<Exit> {
  durationMs(flags.timeout);
  const { kind, name, action } = askedOf(words);
  const type = findType(kind, await session.types());
  const actions = await actionsOf(type, session);
  if (name === undefined || action === undefined) return list(type.kind, actions, session, flags);
  const chosen = findAction(action, actions, type);
  const [reference = { kind, name }] = referencesOf(name.includes('/') || name.startsWith('orn:') ? [name] : [kind, name]);
  const located = await locate(session, reference);
  const params = { ...(await wholeParams(flags, session)), ...readParams(flags.param ?? [], chosen.params) };
  const path = `${located.path}/actions/${encodeURIComponent(action)}`;
  const document = await about(located, session, () => post(path, session, { params }));
  const exit = flags.wait ? await followChanged([document], 'present', flags.timeout, session) : 'done';
  if (!flags.wait) session.say(`${titleOf(document)}: ${action} has begun`);
  printDocuments([document], session, flags.output);
  return exit;
}

function list(kind: string, actions: readonly KindAction[], session: Session, { output }: ActionFlags): Exit {
  const data = asData({ items: actions.map((action) => ({ ...action })) }, output);
  if (data !== undefined) session.print(data);
  else if (output === 'name') session.print(actions.map(({ name }) => name).join('\n'));
  else if (actions.length === 0) session.say(`${kind} has no actions.`);
  else session.print(table(['Action', 'Parameters', 'Description'], actions.map(rowOf), { style: session.style.out, headers: true }));
  return 'done';
}

const rowOf = ({ name, params, description }: KindAction): readonly string[] => {
  const required = Array.isArray(params?.required) ? params.required : [];
  const keys = Object.keys(isObject(params?.properties) ? params.properties : {});
  return [name, keys.map((key) => (required.includes(key) ? key : `[${key}]`)).join(' '), description];
};

const wrong = (flag: string, why: string): ProblemError => new ProblemError({ code: 'invalid', message: `${flag}: ${why}` });

async function wholeParams({ params, paramsFile }: ActionFlags, { io }: Session): Promise<JsonObject> {
  if (params !== undefined && paramsFile !== undefined) throw wrong('--params', 'give it or --params-file, not both');
  if (params === undefined && paramsFile === undefined) return {};
  const flag = params === undefined ? '--params-file' : '--params';
  try {
    const text = params ?? (paramsFile === '-' ? await io.stdin.readAll() : readFileSync(resolve(io.cwd, paramsFile ?? '')));
    const value: Json = decodeDocuments(text).documents[0]?.value ?? {};
    if (!isObject(value)) throw new Error('must be a mapping');
    return value;
  } catch (error) {
    throw wrong(flag, error instanceof Error ? error.message : String(error));
  }
}
