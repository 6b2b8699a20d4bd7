import type { Problem } from '@ectropy/sdk';
import { fromSecretFile } from './from-secret-file.ts';
import type { ReadFile } from './from-file.ts';
import { invalid, unknown } from './given.ts';
import type { Given, Layer } from './given.ts';
import { envFileOf, envOf, mayComeFrom, names, settingOf } from './schema.ts';
import type { Name } from './schema.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** The client reads these, and may stand beside a server. */
const ofTheCommand: ReadonlySet<string> = new Set([
  'ECTROPY_SERVER',
  'ECTROPY_PROJECT',
  'ECTROPY_CONTEXT',
  'ECTROPY_CONFIG_HOME',
  'ECTROPY_DEBUG',
]);

/** An empty variable counts as not set, because that is all that compose files and shells can say. */
export function fromEnv(env: Env, readFile: ReadFile, cwd: string): Layer {
  const set = new Map(Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]) && !isServiceLink(...entry)));
  const allowed = names.filter((name) => mayComeFrom(name, 'env'));
  const given = new Map<Name, Given>();
  const problems: Problem[] = [];
  for (const name of allowed) {
    const found = fromVariable(name, set, cwd) ?? fromNamedFile(name, set, readFile, cwd) ?? fromOther(name, set, cwd);
    if (found && 'code' in found) problems.push(found);
    else if (found) given.set(name, found);
  }
  const known = new Set(allowed.flatMap((name) => [envOf(name), envFileOf(name)]));
  const strange = [...set.keys()].filter((key) => key.startsWith('ECTROPY_') && !known.has(key) && !ofTheCommand.has(key));
  const misspelt = strange.map((key) => unknown(`variable ${key}`, key.slice('ECTROPY_'.length), envOf, allowed));
  return { given, problems: [...problems, ...misspelt] };
}

type Variables = ReadonlyMap<string, string>;

function fromVariable(name: Name, set: Variables, folder: string): Given | Problem | undefined {
  const text = set.get(envOf(name));
  const file = envFileOf(name);
  if (text !== undefined && file !== undefined && set.has(file))
    return invalid(`${envOf(name)} and ${file} are both set`, 'give one of them');
  return text === undefined ? undefined : { text, as: envOf(name), folder };
}

function fromNamedFile(name: Name, set: Variables, readFile: ReadFile, cwd: string): Given | Problem | undefined {
  const as = envFileOf(name);
  const file = as && set.get(as);
  return as && file !== undefined ? fromSecretFile(file, as, readFile, cwd) : undefined;
}

/** A foreign switch, such as NO_COLOR, is on whatever its value is. */
function fromOther(name: Name, set: Variables, folder: string): Given | undefined {
  const { alsoEnv, value } = settingOf(name);
  const text = alsoEnv && set.get(alsoEnv);
  return alsoEnv && text !== undefined ? { text: value.placeholder ? text : 'true', as: alsoEnv, folder } : undefined;
}

/** Kubernetes describes a service named `ectropy` to every pod beside it, also as `ECTROPY_PORT=tcp://10.0.0.1:8080`. Nobody meant these. */
function isServiceLink(key: string, value: string | undefined): boolean {
  if (/^ECTROPY_(\w+_)?SERVICE_(HOST|PORT(_\w+)?)$/.test(key)) return true;
  if (/^ECTROPY_(\w+_)?PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(key)) return true;
  return /^ECTROPY_(\w+_)?PORT$/.test(key) && /^(tcp|udp|sctp):\/\//.test(value ?? '');
}
