import { isObject, type Json, type JsonObject, type Problem, ProblemError } from '@ectropy/sdk';
import { type Document, titleOf } from '../api/document.ts';
import type { Plan } from '../api/plan.ts';
import { collectionPath, findType, type ResourceType } from '../api/types.ts';
import { titleOfUrn, titlesOf } from '../api/urn.ts';
import { readWanted } from '../documents/wanted.ts';
import type { Exit } from '../exit.ts';
import { durationMs } from '../follow/follow.ts';
import { followChanged } from '../follow/to-the-end.ts';
import { asData } from '../output/data.ts';
import { showPlan } from '../output/plan.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';
import { confirm } from '../terminal/confirm.ts';
import { dependenciesOf } from '../documents/dependency-words.ts';
import { declaredPart } from '../output/declared.ts';
import { post } from './each.ts';
import { type FollowFlags, withFollowFlags } from './follow-flags.ts';

interface ImportFlags extends FollowFlags {
  readonly dependency?: readonly string[];
  readonly filename?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly output: string;
}

export function registerImport({ command, action }: Registrar): void {
  const flags = command('import <kind> <name> <reference>', 'take over what exists already, so that it is kept as it is declared', [
    'ectropy import file motd etc/motd',
    'ectropy import cloudserver web-1 srv-42 --dependency network=main',
    'ectropy import file motd etc/motd --yes -o yaml > motd.yaml   # to be put into Git',
  ])
    .option('--dependency <key=[kind/]name...>', 'what it depends on; may be given several times')
    .option('-f, --filename <path>', 'a document with the spec that it is to be brought to, - for standard input')
    .option('-y, --yes', 'do not ask')
    .option('--dry-run', 'show what was found and change nothing')
    .option('-o, --output <format>', 'print the document: name, json or yaml', 'table');
  withFollowFlags(flags).action(action(adopt));
}

async function adopt(session: Session, kind: string, name: string, reference: string, flags: ImportFlags): Promise<Exit> {
  durationMs(flags.timeout);
  const type = findType(kind, await session.types());
  if (!type.subresources.includes('import'))
    throw new ProblemError({
      code: 'unsupported',
      message: `${type.kind} cannot take over what exists`,
      hint: '`ectropy kinds explain` tells what a kind can do',
    });
  const path = `${collectionPath(type, session.project)}/import`;
  const body = await requestOf({ type, name, reference }, flags, session);
  const rehearsal = session.api.call(path, { method: 'POST', body, query: { dryRun: 'All' } });
  const plan = (await rehearsal.catch((error: unknown) => Promise.reject(inWords(error, type)))) as unknown as Plan;
  session.say(showPlan(plan, { style: session.style.err, project: session.project, title: await titlesOf(session), detail: true }));
  if (flags.dryRun) {
    print(await proposed(plan, type, name, session), session, flags.output);
    return 'done';
  }
  if (!flags.yes && !(await confirm('Take it over?', session))) {
    session.say('Nothing was changed.');
    return 'done';
  }
  const document = await post(path, session, body);
  const exit = flags.wait ? await followChanged([document], 'present', flags.timeout, session) : 'done';
  print(document, session, flags.output);
  return exit;
}

/** Here a dependency is given on the command line, and the kind is called as people call it. */
function inWords(error: unknown, { kind }: ResourceType): unknown {
  if (!(error instanceof ProblemError)) return error;
  const [first, ...more] = error.problems.map((problem): Problem => {
    const [field, key] = problem.path ?? [];
    const message = problem.message.replace(/^there is no \S+ at (".*")$/s, `there is no ${kind} $1 to take over`);
    return { ...problem, message, ...(field === 'dependencies' && key !== undefined && { hint: `give it with --dependency ${key}=NAME` }) };
  });
  return first ? new ProblemError([first, ...more]) : error;
}

interface Taken {
  readonly type: ResourceType;
  readonly name: string;
  readonly reference: string;
}

/** What the file says it is to become; without one it is taken as it is. */
async function requestOf(
  { type, name, reference }: Taken,
  { filename, dependency = [] }: ImportFlags,
  session: Session,
): Promise<JsonObject> {
  const dependencies = dependenciesOf(dependency);
  const given = Object.keys(dependencies).length > 0 ? { dependencies } : {};
  if (filename === undefined) return { name, reference, ...given };
  const [document, second] = await readWanted({ filename: [filename] }, session);
  if (!document || second || document.value.kind !== type.kind)
    throw new ProblemError({ code: 'invalid', message: `${filename}: must hold one document of kind ${type.kind}` });
  const { spec = {}, metadata } = document.value;
  const { labels, annotations } = isObject(metadata) ? metadata : {};
  return {
    name,
    reference,
    spec,
    ...given,
    ...(labels !== undefined && { labels }),
    ...(annotations !== undefined && { annotations }),
  };
}

/** What would be declared, from what the rehearsal says that it would set. */
async function proposed({ status }: Plan, type: ResourceType, name: string, session: Session): Promise<Document> {
  const types = await session.types();
  const spec: Record<string, Json> = {};
  for (const { path, after, secret } of status.operations.flatMap(({ changes }) => changes)) {
    const [root, ...fields] = path;
    if (root === 'spec' && after !== undefined && !secret) put(spec, fields.map(String), after);
    if (root === 'dependencies' && typeof after === 'string') put(spec, ['dependencies', ...fields.map(String)], needOf(after, types));
  }
  return {
    apiVersion: `${type.group}/${type.version}`,
    kind: type.kind,
    metadata: { name, ...(type.namespaced && { namespace: session.project }) },
    spec,
  };
}

/** As documents name it. */
function needOf(urn: string, types: readonly ResourceType[]): JsonObject {
  const [, , , project = '', name = ''] = urn.split(':');
  return { kind: titleOfUrn(urn, types, project).replace(`/${name}`, ''), name };
}

function put(target: Record<string, Json>, [key = '', ...more]: readonly string[], value: Json): void {
  const below = Object.hasOwn(target, key) ? target[key] : undefined;
  const inner: Record<string, Json> = isObject(below) ? { ...below } : {};
  if (more.length > 0) put(inner, more, value);
  Object.defineProperty(target, key, { value: more.length > 0 ? inner : value, enumerable: true, configurable: true, writable: true });
}

/** As a person would have written it. */
function print(document: Document, session: Session, output: string): void {
  if (output === 'name') session.print(titleOf(document));
  else session.print(asData(declaredPart(document), output) ?? '');
}
