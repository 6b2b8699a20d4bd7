/** `npm run fuzz -- --requests N --seed S`: as many as wished, by hand. `--cloud`: at the cloud. `--replay '{…}'` sends one request again. */
import { parseArgs } from 'node:util';
import { bombRequest } from './bombs.ts';
import { fuzzCloud, openCloud } from './cloud.ts';
import { fuzz } from './fuzz.ts';
import { defineKinds } from './kinds.ts';
import { readShown } from './request.ts';
import type { FuzzReport } from './run.ts';
import { openAgent, send } from './send.ts';
import { openTarget } from './target.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '24' },
    bombs: { type: 'boolean', default: false },
    cloud: { type: 'boolean', default: false },
    heap: { type: 'string', default: '256' },
    replay: { type: 'string' },
    /** Every route with its statuses, too. */
    routes: { type: 'boolean', default: false },
  },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];

if (values.cloud) {
  await using cloud = await openCloud();
  if (values.replay !== undefined) await again(cloud, values.replay);
  else tell(await fuzzCloud(cloud, { requests, seed }));
} else {
  await using target = await openTarget(Number(values.heap));
  if (values.replay !== undefined) {
    await defineKinds(target.product);
    await again(target.product, values.replay);
  } else {
    const special = values.bombs ? { special: { share: 0.9, make: bombRequest } } : {};
    tell(await fuzz(target, { requests, seed, lanes: Number(values.lanes), ...special }));
  }
}

async function again(server: { readonly url: string; output(): string }, request: string): Promise<void> {
  const agent = openAgent(1);
  const { status, headers, text } = await send(server.url, readShown(request), agent);
  console.log(status, headers, text, server.output());
  agent.destroy();
}

function tell({ faults, gaps, routes, ...figures }: FuzzReport): void {
  const outcome = { ...figures, routes: Object.keys(routes).length, gaps: gaps.length, faults: faults.length };
  console.log(JSON.stringify(outcome, null, 2));
  if (values.routes) for (const [route, statuses] of Object.entries(routes)) console.log(`${route}  ${JSON.stringify(statuses)}`);
  for (const { method, pattern, lacks } of gaps)
    console.log(`\n${method} ${pattern} had no ${lacks.join(' and no ')}: ${JSON.stringify(routes[`${method} ${pattern}`])}`);
  for (const fault of faults) console.log(`\n${fault}`);
  process.exitCode = faults.length > 0 || gaps.length > 0 ? 1 : 0;
}
