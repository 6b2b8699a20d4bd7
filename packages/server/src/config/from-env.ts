import { unknown } from './given.ts';
import type { Given, Layer } from './given.ts';
import { envOf, mayComeFrom, names, settingOf } from './schema.ts';
import type { Name } from './schema.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as not set, because that is all that compose files and shells can say. */
export function fromEnv(env: Env, cwd: string): Layer {
  const set = new Map(Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]) && !isServiceLink(...entry)));
  const allowed = names.filter((name) => mayComeFrom(name, 'env'));
  const given = new Map<Name, Given>();
  for (const name of allowed) {
    const { alsoEnv, value } = settingOf(name);
    const own = set.get(envOf(name));
    const other = alsoEnv && own === undefined ? set.get(alsoEnv) : undefined;
    if (own !== undefined) given.set(name, { text: own, as: envOf(name), folder: cwd });
    // A foreign switch, such as NO_COLOR, is on whatever its value is.
    else if (alsoEnv && other !== undefined) given.set(name, { text: value.placeholder ? other : 'true', as: alsoEnv, folder: cwd });
  }
  const known = new Set(allowed.map(envOf));
  const strange = [...set.keys()].filter((key) => key.startsWith('ECTROPY_') && !known.has(key));
  return { given, problems: strange.map((key) => unknown(`variable ${key}`, key.slice('ECTROPY_'.length), envOf, allowed)) };
}

/** Kubernetes describes a service named `ectropy` to every pod beside it, also as `ECTROPY_PORT=tcp://10.0.0.1:8080`. Nobody meant these. */
function isServiceLink(key: string, value: string | undefined): boolean {
  if (/^ECTROPY_(\w+_)?SERVICE_(HOST|PORT(_\w+)?)$/.test(key)) return true;
  if (/^ECTROPY_(\w+_)?PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(key)) return true;
  return /^ECTROPY_(\w+_)?PORT$/.test(key) && /^(tcp|udp|sctp):\/\//.test(value ?? '');
}
