/** From documents to ready resources, as a user goes: a plan of at most 1,000 documents after the other, each applied, until all are ready. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bed, Serving } from '../bed.ts';
import { once } from '../drive.ts';
import { type Row, rowOf } from '../figure.ts';
import { hasTerraform, terraformApply } from '../limits/terraform.ts';

const MOST = 1_000;
const PLANS = '/apis/core.ectropy.dev/v1/namespaces/bench/plans';
const LOOK_EVERY_MS = 20;

const documentOf = (tag: string, i: number): object => ({
  apiVersion: 'core.ectropy.dev/v1',
  kind: 'Noop',
  metadata: { name: `${tag}-${i}`, labels: { batch: tag } },
  spec: { i, text: 'x'.repeat(300) },
});

export async function converge(bed: Bed): Promise<readonly Row[]> {
  const server = await bed.serve(await bed.database(), ['--role', 'all']);
  const [small, large] = bed.scale.converge;
  await convergeMs(server, 'warm', small);
  const smallMs = await convergeMs(server, 'small', small);
  const largeMs = await convergeMs(server, 'large', large);
  await server.stop();
  const linear = rowOf({
    name: `each of ${large.toLocaleString('en')}`,
    value: (largeMs / large) * 1000,
    unit: 'µs',
    beside: { what: `each of ${small.toLocaleString('en')}`, value: (smallMs / small) * 1000 },
    goal: { of: 'ratio', atMost: 1.3 },
  });
  const peers = (await hasTerraform()) ? [await beside(bed, small, smallMs, 5), await beside(bed, large, largeMs, 50)] : [];
  return [...peers, linear];
}

/** Terraform is stopped once the goal is reached for certain: what it would take in the end grows with the square. */
const PATIENCE = 1.2;

async function beside({ folder, say }: Bed, count: number, ms: number, times: number): Promise<Row> {
  const { ms: terraformMs, done } = await terraformApply(folder, count, Math.max(60_000, ms * times * PATIENCE));
  say(`${count}: ${ms.toFixed(0)} ms, terraform ${done ? '' : 'more than '}${terraformMs.toFixed(0)} ms`);
  return rowOf({
    name: `converge ${count.toLocaleString('en')}`,
    value: ms / 1000,
    unit: 's',
    beside: { what: `terraform apply of as many terraform_data${done ? '' : ' (stopped, not done)'}`, value: terraformMs / 1000 },
    goal: { of: 'ratio', atMost: 1 / times },
  });
}

async function convergeMs({ url }: Serving, tag: string, count: number): Promise<number> {
  const started = performance.now();
  for (let from = 0; from < count; from += MOST) {
    const documents = Array.from({ length: Math.min(MOST, count - from) }, (_, i) => documentOf(tag, from + i));
    const plan = await post(url, PLANS, { spec: { documents } });
    const { name } = (JSON.parse(plan) as { metadata: { name: string } }).metadata;
    await post(url, `${PLANS}/${name}/apply`, {});
  }
  while ((await readyOf(url, tag)) < count) await sleep(LOOK_EVERY_MS);
  return performance.now() - started;
}

const post = (url: string, path: string, body: object): Promise<string> =>
  once(url, { method: 'POST', path: () => path, body: () => JSON.stringify(body) }, 0);

async function readyOf(url: string, tag: string): Promise<number> {
  const path = `/api/v1beta1/resources?kind=noop&project=bench&labels[batch]=${tag}&status=STATUS_COMPLETED&page_size=1`;
  const { count } = JSON.parse(await once(url, { method: 'GET', path: () => path }, 0)) as { count: number };
  return count;
}
