/** One command's conversation with one server. */
import { type Api, openApi } from './api/api.ts';
import { discover, type ResourceType } from './api/types.ts';
import { configPath, readConfig } from './config/file.ts';
import { type Choice, settle } from './config/settings.ts';
import type { Io } from './io.ts';
import { harmless } from './terminal/printable.ts';
import { type ColourChoice, plain, type Style, styleFor } from './terminal/style.ts';

/** The flags that every command has. */
export interface Globals extends Choice {
  readonly color?: ColourChoice;
  readonly quiet?: boolean;
}

export interface Session {
  readonly io: Io;
  readonly api: Api;
  readonly project: string;
  /** Of standard output and of standard error. */
  readonly style: { readonly out: Style; readonly err: Style };
  readonly quiet: boolean;
  /** Asked for once. */
  types(): Promise<readonly ResourceType[]>;
  /** What is said to a person, on standard error; nothing with --quiet. */
  say(text: string): void;
  /** Data, on standard output. */
  print(text: string): void;
}

export function openSession(io: Io, globals: Globals): Session {
  const { server, project } = settle(globals, io.env, readConfig(configPath(io.env)));
  const api = openApi(server.value);
  const quiet = globals.quiet ?? false;
  const style = { out: styleFor(io.stdout, io, globals.color), err: styleFor(io.stderr, io, globals.color) };
  let types: Promise<readonly ResourceType[]> | undefined;
  return {
    io,
    api,
    project: project.value,
    quiet,
    style,
    types: () => (types ??= discover(api)),
    say: (text) => void (quiet || io.stderr.write(`${safe(text, style.err)}\n`)),
    print(text) {
      const data = safe(text, style.out);
      io.stdout.write(data.endsWith('\n') || data === '' ? data : `${data}\n`);
    },
  };
}

const safe = (text: string, as: Style): string => harmless(text, { colours: as !== plain });
