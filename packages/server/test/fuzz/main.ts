/** `npm run fuzz -- --requests N --seed S`: as many as wished, by hand. `--replay '{…}'` sends one request again. */
import { parseArgs } from 'node:util';
import { bombRequest } from './bombs.ts';
import { defineKinds } from './kinds.ts';
import { readShown } from './request.ts';
import { fuzz } from './run.ts';
import { openAgent, send } from './send.ts';
import { openTarget } from './target.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '24' },
    bombs: { type: 'boolean', default: false },
    heap: { type: 'string', default: '256' },
    replay: { type: 'string' },
  },
});
await using target = await openTarget(Number(values.heap));
const { product } = target;
if (values.replay !== undefined) {
  await defineKinds(product);
  const { status, headers, text } = await send(product.url, readShown(values.replay), openAgent(1));
  console.log(status, headers, text, product.output());
} else {
  const report = await fuzz(product, {
    requests: Number(values.requests),
    seed: Number(values.seed),
    lanes: Number(values.lanes),
    ...(values.bombs && { special: { share: 0.9, make: bombRequest } }),
  });
  console.log(JSON.stringify({ ...report, faults: report.faults.length }, null, 2));
  for (const fault of report.faults) console.log(`\n${fault}`);
  process.exitCode = report.faults.length > 0 ? 1 : 0;
}
