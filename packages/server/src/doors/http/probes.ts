/** What operators and load balancers ask: is it alive, is it ready, what is it, how is it doing. */
import type { FastifyReply } from 'fastify';
import { Faults } from './faults.ts';
import type { Door } from './http.ts';
import type { Build, DoorLog } from './ports.ts';
import { Query } from './query.ts';
import { renderText } from './refusal.ts';

export interface ProbeOptions {
  /** By name; each throws when it is not ready. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
  readonly build: Build;
  /** How long a check may take. */
  readonly checkMs?: number;
}

export const openProbes = (options: ProbeOptions): Door => ({
  prefixes: [],
  render: renderText,
  listen(fastify, { log }) {
    for (const path of ['/livez', '/healthz']) fastify.get(path, async (_request, reply) => text(reply, 'ok'));
    fastify.get('/ping', async (_request, reply) => text(reply, 'pong'));
    fastify.get('/version', async () => versionOf(options.build));
    fastify.get('/metrics', async (_request, reply) => reply.type(options.metrics.contentType).send(await options.metrics.text()));
    fastify.get('/readyz', async (request, reply) => {
      const results = await runChecks(options, log);
      const failed = results.filter(({ ready }) => !ready).map(({ name }) => name);
      const lines = results.map(({ name, ready }) => (ready ? `[+] ${name} ok` : `[-] ${name} failed, the log says why`));
      const verdict = failed.length > 0 ? `not ready: ${failed.join(', ')}` : 'ok';
      void reply.code(failed.length > 0 ? 503 : 200);
      return text(reply, new Query(request.url, new Faults()).has('verbose') ? [...lines, verdict].join('\n') : verdict);
    });
  },
});

const text = (reply: FastifyReply, body: string): FastifyReply =>
  reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).send(body);

const runChecks = ({ checks, checkMs = 2_000 }: ProbeOptions, log: DoorLog) =>
  Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await within(checkMs, check);
        return { name, ready: true };
      } catch (error) {
        log.warn('not ready', { check: name, reason: error instanceof Error ? error.message : String(error) });
        return { name, ready: false };
      }
    }),
  );

async function within(ms: number, work: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' };

/** The Kubernetes API level that `kubectl` is told. */
const KUBERNETES = { major: '1', minor: '33' };

/** Our own fields, and those that Kubernetes clients look for. */
export const versionOf = ({ version, commit, builtAt, runtime, os, arch }: Build) => ({
  ...KUBERNETES,
  gitVersion: `v${KUBERNETES.major}.${KUBERNETES.minor}.0+ectropy-${version}`,
  gitCommit: commit,
  gitTreeState: 'clean',
  buildDate: builtAt,
  goVersion: '',
  compiler: runtime,
  platform: `${os}/${architectures[arch] ?? arch}`,
  version,
  commit,
});
