import type { Host, Json, Log, NeedView, Subject } from '@ectropy/sdk';
import type { Connection } from '../connection.ts';

export const aSubject = <Spec>(
  spec: Spec,
  needs: Readonly<Record<string, NeedView>>,
  more: Partial<Subject<Spec>> = {},
): Subject<Spec> => ({
  urn: `orn:entropy:postgres:p:${more.name ?? 'thing'}`,
  kind: 'postgres',
  project: 'p',
  name: 'thing',
  labels: {},
  spec,
  output: null,
  needs,
  config: {},
  ...more,
});

export const serverNeed = (connection: Connection): { readonly server: NeedView } => ({
  server: { kind: 'postgres_server', name: 'main', output: { version: '15', host: connection.host, port: connection.port, connection } },
});

const silent = (): void => undefined;
const quiet: Log = { debug: silent, info: silent, warn: silent };

export const aHost = ({ signal = new AbortController().signal, log = quiet }: { signal?: AbortSignal; log?: Log } = {}): Host => ({
  signal,
  now: () => new Date(0),
  log,
  key: 'k',
  fence: 1,
});

/** A log that keeps what it is told. */
export function keptLog(): { readonly log: Log; readonly lines: Json[] } {
  const lines: Json[] = [];
  const keep = (message: string, fields = {}): unknown => lines.push([message, fields]);
  return { lines, log: { debug: keep, info: keep, warn: keep } };
}
