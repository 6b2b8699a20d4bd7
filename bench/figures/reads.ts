/** Reading while many resources are there, by both doors, and what the server takes in memory after that. */
import { Agent } from 'node:http';
import { Pool } from 'pg';
import type { Bed, Serving } from '../bed.ts';
import { residentMb } from '../cpu.ts';
import { crowdOf, CROWD } from '../crowd.ts';
import { once } from '../drive.ts';
import { at, type Row, rowOf } from '../figure.ts';
import { urnOf } from '../http/requests.ts';

const CONNECTIONS = 8;

export async function reads(bed: Bed): Promise<readonly Row[]> {
  const { gets, many } = bed.scale;
  const database = await crowdOf(bed);
  const api = await bed.serve(database, ['--role', 'api']);
  const load = await bed.load();
  const idleMb = residentMb(api.pid);
  const get = { url: api.url, connections: CONNECTIONS, count: gets, among: many, tag: CROWD };
  await load.run({ ...get, request: 'get', count: Math.ceil(gets / 10) });
  const native = await load.run({ ...get, request: 'get' });
  const kube = await load.run({ ...get, request: 'kube-get' });
  const rawGet = await rawReads(database, 'select version, doc from ectropy.resource where urn = $1', gets, (i) => [
    urnOf(`${CROWD}-${(i * 7919) % many}`),
  ]);
  const pages = await walkBoth(bed, api);
  const page = `select version, doc from ectropy.resource where kind = 'noop' and urn > $1 order by urn limit ${bed.scale.page}`;
  const rawPage = await rawReads(database, page, bed.scale.pages, (i) => [urnOf(`${CROWD}-${(i * 7919) % many}`)]);
  const afterMb = residentMb(api.pid);
  await api.stop();
  return [
    p99(`get of ${many.toLocaleString('en')}, native`, native.p99Ms, at(rawGet, 0.99), 20),
    p99(`get of ${many.toLocaleString('en')}, Kubernetes`, kube.p99Ms, at(rawGet, 0.99), 20),
    p99(`page of ${bed.scale.page}, native`, at(pages.native, 0.99), at(rawPage, 0.99), 150),
    p99(`page of ${bed.scale.page}, Kubernetes`, at(pages.kube, 0.99), at(rawPage, 0.99), 150),
    rowOf({
      name: 'memory of the server after that',
      value: afterMb,
      unit: 'MB',
      beside: { what: 'when it had just started', value: idleMb },
      goal: { of: 'value', atMost: 300 },
    }),
  ];
}

const p99 = (name: string, value: number, beside: number, atMost: number): Row =>
  rowOf({
    name: `${name}, p99`,
    value,
    unit: 'ms',
    beside: { what: 'the same rows straight from PostgreSQL', value: beside },
    goal: { of: 'value', atMost },
  });

async function walkBoth(bed: Bed, { url }: Serving): Promise<{ readonly native: readonly number[]; readonly kube: readonly number[] }> {
  const { pages, page } = bed.scale;
  const native = await walk(
    url,
    pages,
    (token) => `/api/v1beta1/resources?project=bench&kind=noop&with_spec_configs=true&page_size=${page}${token && `&page_token=${token}`}`,
    'next_page_token',
  );
  const kube = await walk(
    url,
    pages,
    (token) => `/apis/core.ectropy.dev/v1/namespaces/bench/noops?limit=${page}${token && `&continue=${token}`}`,
    'continue',
  );
  return { native, kube };
}

/** From page to page, and from the last one to the first. */
async function walk(url: string, count: number, path: (token: string) => string, next: string): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  const token = new RegExp(`"${next}":"([^"]+)"`);
  for (let i = 0, page = ''; i < count; i += 1) {
    const started = performance.now();
    const text = await once(url, { method: 'GET', path: () => path(encodeURIComponent(page)) }, 0, agent);
    took.push(performance.now() - started);
    page = token.exec(text)?.[1] ?? '';
  }
  agent.destroy();
  return took;
}

async function rawReads(
  connectionString: string,
  text: string,
  count: number,
  values: (i: number) => readonly string[],
): Promise<readonly number[]> {
  const pool = new Pool({ connectionString, max: CONNECTIONS });
  const took: number[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) {
      const started = performance.now();
      const { rows } = await pool.query({ name: text.slice(0, 60), text, values: [...values(i)] });
      took.push(performance.now() - started);
      if (rows.length === 0 && count > 1000) throw new Error('a read found nothing');
    }
  };
  await Promise.all(Array.from({ length: text.includes('limit') ? 1 : CONNECTIONS }, lane));
  await pool.end();
  return took;
}
