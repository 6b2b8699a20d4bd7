import { type Command, Argument, InvalidArgumentError, Option } from 'commander';
import { isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import { itemsOf } from '../api/document.ts';
import { pause } from '../api/watch.ts';
import { CLOUD_URL, collections, openCloud } from '../cloud/client.ts';
import { cloudTable, ledgerLine } from '../cloud/show.ts';
import { readParams } from '../action/params.ts';
import type { Exit } from '../exit.ts';
import type { Io } from '../io.ts';
import { asData } from '../output/data.ts';
import type { Registrar } from '../program.ts';
import type { Globals } from '../session.ts';
import { styleFor } from '../terminal/style.ts';

interface CloudFlags {
  readonly cloud?: string;
  readonly output: string;
  readonly follow?: boolean;
  readonly method?: string;
  readonly path?: string;
  readonly times?: number;
  readonly ms?: number;
  readonly status?: number;
  readonly rate?: number;
}

/** Below `cloud-sim`, which without a sub-word starts the simulator. */
export function registerCloud(cloud: Command, { io, local }: Pick<Registrar, 'io' | 'local'>): void {
  const url = new Option('--cloud <url>', 'the address of the cloud simulator (ECTROPY_CLOUD_URL)');
  const sub = (usage: string, about: string): Command => cloud.command(usage).description(about).addOption(url);
  const collection = new Argument('<collection>', 'which sort').choices(collections);
  sub('list', 'what exists in the cloud')
    .option('-o, --output <format>', 'table, json or yaml', 'table')
    .action(local((globals, flags: CloudFlags) => list(flags, globals, io)));
  sub('edit', "change something at the cloud's console, behind Ectropy's back")
    .addArgument(collection)
    .argument('<name>', 'which one')
    .argument('<key=value...>', 'what it is to be, such as size=large')
    .action(local((_, sort: string, name: string, words: readonly string[], flags: CloudFlags) => edit(sort, name, words, flags, io)));
  sub('delete', "delete something at the cloud's console, behind Ectropy's back")
    .addArgument(collection)
    .argument('<name>', 'which one')
    .action(local((_, sort: string, name: string, flags: CloudFlags) => remove(sort, name, flags, io)));
  sub('ledger', 'everything that was ever done in the cloud, with keys and fences')
    .option('--follow', 'go on with what comes')
    .option('-o, --output <format>', 'table, json or yaml', 'table')
    .action(local((_, flags: CloudFlags) => ledger(flags, io)));
  sub('fault', 'let requests to the cloud go wrong from now on; `clear` ends it')
    .addArgument(new Argument('<effect>', 'how').choices(['slow', 'fail', 'refuse', 'lost', 'operation_fails', 'clear']))
    .option('--method <method>', 'only requests of this method, such as POST')
    .option('--path <prefix>', 'only requests below this path, such as /v1/servers')
    .option('--times <n>', 'only so many of them', whole)
    .option('--ms <n>', 'how slow', whole)
    .option('--status <n>', 'with which status they fail', whole)
    .option('--rate <n>', 'only this share of them, such as 0.1', share)
    .action(local((_, effect: string, flags: CloudFlags) => fault(effect, flags, io)));
}

function whole(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('it must be a whole number.');
}

function share(text: string): number {
  if (/^(?:0?\.\d+|0|1|1\.0*|0\.\d+)$/.test(text)) return Number(text);
  throw new InvalidArgumentError('it must be a number from 0 to 1.');
}

const cloudOf = ({ cloud }: CloudFlags, { env }: Io) => openCloud(cloud ?? (env.ECTROPY_CLOUD_URL || CLOUD_URL));
const say = (text: string, { stderr }: Io): void => stderr.write(`${text}\n`);
const consoleOf = (sort: string, name: string): string => `/console/${sort}/${encodeURIComponent(name)}`;

async function list(flags: CloudFlags, { color }: Globals, io: Io): Promise<Exit> {
  const { call } = cloudOf(flags, io);
  const all = await Promise.all(collections.map(async (sort) => [sort, itemsOf(await call(`/v1/${sort}`)).filter(isObject)] as const));
  const data = asData(Object.fromEntries(all), flags.output);
  if (data !== undefined) io.stdout.write(data);
  else if (all.every(([, items]) => items.length === 0)) say('There is nothing in the cloud.', io);
  else io.stdout.write(`${cloudTable(all, styleFor(io.stdout, io, color))}\n`);
  return 'done';
}

async function edit(sort: string, name: string, words: readonly string[], flags: CloudFlags, io: Io): Promise<Exit> {
  const body = readParams(words, undefined);
  await cloudOf(flags, io).call(consoleOf(sort, name), { method: 'PATCH', body });
  say(`${sort}/${name} is changed in the cloud, and Ectropy does not know it yet.`, io);
  return 'done';
}

async function remove(sort: string, name: string, flags: CloudFlags, io: Io): Promise<Exit> {
  await cloudOf(flags, io).call(consoleOf(sort, name), { method: 'DELETE' });
  say(`${sort}/${name} is deleted in the cloud, and Ectropy does not know it yet.`, io);
  return 'done';
}

const AGAIN_MS = 500;
const PAGE = 1_000;

async function ledger(flags: CloudFlags, io: Io): Promise<Exit> {
  const { call } = cloudOf(flags, io);
  const ended = new AbortController();
  const forget = io.onInterrupt(() => ended.abort());
  let after = 0;
  try {
    while (!ended.signal.aborted) {
      const entries = entriesOf(await call('/ledger', { query: { after, limit: PAGE } }));
      for (const entry of entries) io.stdout.write(asEntry(entry, flags.output));
      after = Number(entries.at(-1)?.seq ?? after);
      if (entries.length > 0) continue;
      if (!flags.follow) return 'done';
      await pause(AGAIN_MS, ended.signal);
    }
  } finally {
    forget();
  }
  return 'interrupted';
}

/** One per line, as it stands in the ledger, or for people. */
function asEntry(entry: JsonObject, output: string): string {
  const data = asData(entry, output);
  return output === 'json' ? `${JSON.stringify(entry)}\n` : data === undefined ? `${ledgerLine(entry)}\n` : `---\n${data}`;
}

const entriesOf = (answer: Json): readonly JsonObject[] =>
  isObject(answer) && Array.isArray(answer.entries) ? (answer.entries as readonly Json[]).filter(isObject) : [];

async function fault(effect: string, flags: CloudFlags, io: Io): Promise<Exit> {
  const { call } = cloudOf(flags, io);
  const { method, path, times, ms, status, rate } = flags;
  const chosen = Object.entries({ method, path, times, ms, status, rate }).filter(([, value]) => value !== undefined);
  if (effect !== 'clear') await call('/faults', { method: 'POST', body: { effect, ...Object.fromEntries(chosen) } as JsonObject });
  else if (chosen.length === 0) await call('/faults', { method: 'DELETE' });
  else throw new ProblemError({ code: 'invalid', message: 'clear ends all faults and takes no flags' });
  say(effect === 'clear' ? 'The cloud works as it should again.' : `Requests to the cloud go wrong: ${described(effect, flags)}`, io);
  return 'done';
}

const described = (effect: string, { method, path, times, rate }: CloudFlags): string =>
  [
    effect,
    method,
    path === undefined ? undefined : `below ${path}`,
    times === undefined ? 'until `ectropy cloud-sim fault clear`' : times === 1 ? 'once' : `${times} times`,
    rate === undefined ? undefined : `at a rate of ${rate}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
