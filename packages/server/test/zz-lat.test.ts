import { test } from 'vitest';
import { openScene } from './inventory.ts';
import { patch, team, teams, remove } from './kube.ts';
import { call } from './product.ts';
test('lat', async () => {
  await using scene = await openScene();
  const [a, b] = scene.replicas;
  await call(a, teams('xx'), { body: team('tt') });
  console.log((await call(a, teams('xx'), { body: team('tt') })).text, (await patch(a, teams('xx', 'tt'), { spec: { purpose: 'zz' } })).text);const time = async (what: string, n: number, f: (i: number) => Promise<unknown>) => { const s = performance.now(); for (let i = 0; i < n; i++) await f(i); console.log(what, ((performance.now() - s) / n).toFixed(1), 'ms'); };
  for (const _ of [1,2]) {
  await time('get', 50, () => call(a, teams('xx', 'tt')));
  await time('list', 50, () => call(a, teams('xx')));
  await time('patch a', 50, (i) => patch(a, teams('xx', 'tt'), { spec: { purpose: 'p' + i + _ } }));
  await time('patch ab', 50, (i) => patch(i % 2 ? a : b, teams('xx', 'tt'), { spec: { purpose: 'q' + i + _ } }));
  await time('del+create', 20, async (i) => { await remove(a, teams('xx', 'tt')); await call(b, teams('xx'), { body: team('tt') }); });
  }
  let n = 0, going = true;
  const rs = [a, b].flatMap((one) => [teams('xx'), teams('xx','tt')].map(async (p) => { while (going) { await call(one, p); n++; } }));
  const s = performance.now();
  await time('patch under readers', 50, (i) => patch(i % 2 ? a : b, teams('xx', 'tt'), { spec: { purpose: 'r' + i } }));
  console.log('reads/s', n / (performance.now() - s) * 1000);
  await time('del+create under readers', 20, async (i) => { await remove(a, teams('xx', 'tt')); await call(b, teams('xx'), { body: team('tt') }); });
  going = false; await Promise.all(rs);
}, 120000);
