/** The requests that the bench sends, as bytes. Each is one of `count`, and which one decides what is in it. */
const RESOURCES = '/api/v1beta1/resources';
const KUBE = '/apis/core.ectropy.dev/v1/namespaces/bench/noops';
const TEXT = 'x'.repeat(300);

export const urnOf = (name: string): string => `orn:entropy:noop:bench:${name}`;

const configs = (i: number, mark: string): object => ({ i, mark, text: TEXT });

export function bytesOf(method: string, path: string, body?: object): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type = body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\nuser-id: bench\r\n${type}\r\n${text}`);
}

/** `tag` is part of the names, `mark` of what is declared: another one makes a change of it. */
export interface Wanted {
  readonly tag: string;
  readonly mark: string;
  readonly page: number;
}

const update = (name: string, i: number, mark: string): Buffer =>
  bytesOf('PATCH', `${RESOURCES}/${urnOf(name)}`, { new_spec: { configs: configs(i, mark) } });

export const requests = {
  create: (i, { tag, mark }) =>
    bytesOf('POST', RESOURCES, {
      kind: 'noop',
      name: `${tag}-${i}`,
      project: 'bench',
      labels: { team: `t${i % 10}` },
      spec: { configs: configs(i, mark) },
    }),
  update: (i, { tag, mark }) => update(`${tag}-${i}`, i, mark),
  get: (i, { tag }) => bytesOf('GET', `${RESOURCES}/${urnOf(`${tag}-${i}`)}`),
  'kube-get': (i, { tag }) => bytesOf('GET', `${KUBE}/${tag}-${i}`),
} as const satisfies Record<string, (i: number, wanted: Wanted) => Buffer>;

export type RequestName = keyof typeof requests;
