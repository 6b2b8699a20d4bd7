import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../product.ts';
import { openFailpointLog } from './failpoint-log.ts';

const line = (pid: number, hits: number, fired?: string): string =>
  `${JSON.stringify({ pid, name: 'worker.claimed', hits, ...(fired !== undefined && { fired }) })}\n`;

test('counts are added up over processes, lines that are not whole yet are left for later, and a number that comes round again counts anew', async () => {
  await using folder = await scratch();
  await using log = await openFailpointLog(join(folder.dir, 'log'));
  await appendFile(log.file, `${line(1, 3)}${line(1, 5)}${line(2, 4)}${line(1, 6, 'kill').slice(0, 10)}`);
  expect((await log.counts())['worker.claimed']).toEqual({ hits: 9, fired: 0 });
  await appendFile(log.file, `${line(1, 6, 'kill').slice(10)}${line(1, 2)}`);
  const [one, other] = await Promise.all([log.counts(), log.counts()]);
  expect(one['worker.claimed']).toEqual({ hits: 12, fired: 1 });
  expect(other).toEqual(one);
  expect(one['http.received']).toEqual({ hits: 0, fired: 0 });
});
