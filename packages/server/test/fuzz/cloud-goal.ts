/** The way to a route of the cloud that chance has not found: things of its own, made for it, and then the request. */
import { until } from '../../src/testing/until.ts';
import type { Coverage, Gap } from './coverage.ts';
import type { Request } from './request.ts';

export type Ids = ReadonlyMap<string, ReadonlySet<string>>;

export interface CloudStage {
  readonly ids: Ids;
  readonly has: Coverage['has'];
  /** A number that was not given before. */
  next(): number;
  send(request: Request): Promise<void>;
}

const newest = (ids: Ids, kind: string): string => [...(ids.get(kind) ?? [])].at(-1) ?? 'nobody';

export async function reachInCloud(gap: Gap, stage: CloudStage): Promise<void> {
  if (gap.lacks.includes('refusal')) {
    const request = requestTo(gap, 'nobody', '{', stage);
    await stage.send({ ...request, path: `${request.path}?nonsense=1` });
  }
  if (!gap.lacks.includes('success')) return;
  const name = `goal-${stage.next()}`;
  await make('networks', { name, cidr: '10.1.0.0/16' }, stage);
  // A network with a server in it cannot be deleted.
  if (!gap.pattern.includes('/networks')) await make('servers', { name, network: newest(stage.ids, 'networks') }, stage);
  await make('disks', { name, sizeGb: 1 }, stage);
  const [, root, collection = ''] = gap.pattern.split('/');
  const target = newest(stage.ids, root === 'console' ? `${collection}-names` : collection);
  const network = newest(stage.ids, 'networks');
  const whole = { networks: { cidr: '10.1.0.0/16' }, servers: { network }, disks: { sizeGb: 1 } }[collection];
  const body = gap.method === 'PATCH' ? { labels: { goal: 'x' } } : { name: `goal-${stage.next()}`, ...whole };
  // What has just been made is busy for a moment.
  await until(
    async () => {
      await stage.send(requestTo(gap, target, JSON.stringify(body), stage));
      return stage.has(gap, 'success');
    },
    { timeoutMs: 3_000 },
  ).catch(() => undefined);
}

const make = (collection: string, body: object, stage: CloudStage): Promise<void> =>
  stage.send(requestTo({ method: 'POST', pattern: `/v1/${collection}` }, '', JSON.stringify(body), stage));

const requestTo = ({ method, pattern }: Pick<Gap, 'method' | 'pattern'>, target: string, body: string, stage: CloudStage): Request => ({
  method,
  path: pattern.replace(/\{\w+\}/, target),
  headers: {
    ...(['POST', 'PATCH'].includes(method) && !pattern.endsWith('/reboot') && { 'content-type': 'application/json' }),
    'idempotency-key': `goal-${stage.next()}`,
    'fencing-token': '9',
  },
  ...(['POST', 'PATCH'].includes(method) && !pattern.endsWith('/reboot') && { body }),
});
