/** The native API in plain HTTP: paths, documents, patches and watches. */
import { until } from '../src/testing/until.ts';
import { type Answer, call, type Wire } from './product.ts';

interface At {
  readonly url: string;
}

/** `/apis/GROUP/VERSION/namespaces/PROJECT/PLURAL`, and below it. */
export const collection = (groupVersion: string, plural: string, project?: string): string =>
  `/apis/${groupVersion}${project === undefined ? '' : `/namespaces/${project}`}/${plural}`;

export const TEAMS = 'directory.ectropy.dev/v1';
export const teams = (project: string, name = ''): string => `${collection(TEAMS, 'teams', project)}${name && `/${name}`}`;

export const team = (name: string, spec: object = {}, metadata: object = {}) => ({
  apiVersion: TEAMS,
  kind: 'Team',
  metadata: { name, ...metadata },
  spec: { purpose: `We are ${name}.`, ...spec },
});

const media = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

export const patch = (at: At, path: string, body: unknown, type: keyof typeof media = 'merge'): Promise<Answer> =>
  call(at, path, { method: 'PATCH', body, headers: { 'content-type': media[type] } });

/** Server-side apply. */
export const apply = (at: At, path: string, body: unknown, manager: string, more = ''): Promise<Answer> =>
  patch(at, `${path}?fieldManager=${manager}${more}`, body, 'apply');

export const put = (at: At, path: string, body: unknown): Promise<Answer> => call(at, path, { method: 'PUT', body });
export const remove = (at: At, path: string, body?: unknown): Promise<Answer> =>
  call(at, path, { method: 'DELETE', ...(body !== undefined && { body }) });

/** The wire is read without ceremony, so what is compared with plain values is widened here. */
export const plain = (value: Wire | undefined): unknown => value;
export const items = ({ body }: Answer): readonly Wire[] => body.items as unknown as readonly Wire[];
export const namesIn = (answer: Answer): readonly string[] =>
  items(answer).map(({ metadata }) => `${String(metadata?.namespace)}/${String(metadata?.name)}`);
export const causes = ({ body }: Answer): readonly (readonly [string, string])[] =>
  ((body.details?.causes ?? []) as unknown as readonly { readonly field: string; readonly message: string }[]).map(({ field, message }) => [
    field,
    message,
  ]);

export interface Watch extends AsyncDisposable {
  readonly events: readonly Wire[];
  /** All that came over the wire. */
  text(): string;
  /** Waits until an event comes, or has come, that fits. */
  saw(what: string, fits: (type: string, object: Wire) => unknown): Promise<Wire>;
}

export async function watch(at: At, path: string): Promise<Watch> {
  const stop = new AbortController();
  const response = await fetch(`${at.url}${path}${path.includes('?') ? '&' : '?'}watch=true`, {
    signal: stop.signal,
    headers: { 'user-id': 'alice' },
  });
  if (!response.ok || !response.body) throw new Error(`cannot watch ${path}: ${await response.text()}`);
  const events: Wire[] = [];
  let all = '';
  const reading = read(response.body, (text) => {
    all += text;
    for (const line of all.split('\n').slice(events.length, -1)) events.push(JSON.parse(line) as Wire);
  }).catch(() => undefined);
  return {
    events,
    text: () => all,
    saw: (what, fits) => until(() => events.find(({ type, object }) => fits(String(type), object ?? {})), { what }),
    async [Symbol.asyncDispose]() {
      stop.abort();
      await reading;
    },
  };
}

async function read(body: ReadableStream<Uint8Array>, heard: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of body) heard(decoder.decode(chunk, { stream: true }));
}
