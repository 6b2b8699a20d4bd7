import type { JsonObject } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { box, edit, make, me, onDrift, reach } from '../../app/testing/asks.ts';
import { openBed } from '../../app/testing/bed.ts';
import type { Resource } from '../../core/resource.ts';
import type { Put } from '../../store/port.ts';
import { until } from '../../testing/until.ts';
import { atDoor } from './testing/at-door.ts';

const eventsOf = (selector: string, project?: string): string =>
  `/api/v1/${project === undefined ? '' : `namespaces/${project}/`}events?fieldSelector=${encodeURIComponent(selector)}`;

const numbered = (part: string, count: number): readonly string[] => Array.from({ length: count }, (_, i) => `${part}${i}`);

const happening = (resource: Resource): Put => ({
  op: 'put',
  resource,
  expected: resource.version,
  due: undefined,
  events: [{ type: 'Normal', reason: 'Told', message: 'Something has happened' }],
});

test('the events of one resource are found however much has happened to others since', async () => {
  await using bed = await openBed();
  const { ask } = atDoor(bed);
  for (const names of [['old'], numbered('a', 600), numbered('b', 600)]) {
    const results = await bed.app.apply(
      names.map((name) => edit('note', name)),
      me,
    );
    await bed.store.commit({ writes: results.map(({ resource }) => happening(resource)) });
  }
  const of = 'involvedObject.name=old,involvedObject.kind=Note';
  for (const url of [eventsOf(of, 'demo'), eventsOf(`${of},involvedObject.namespace=demo`)])
    expect((await ask('GET', url)).body.items).toMatchObject([{ involvedObject: { kind: 'Note', name: 'old', namespace: 'demo' } }]);
  for (const url of [
    eventsOf(`${of},involvedObject.namespace=other`),
    eventsOf(`${of},involvedObject.namespace=demo`, 'other'),
    eventsOf('involvedObject.name=old,involvedObject.kind=Box', 'demo'),
    eventsOf('involvedObject.name=a:b,involvedObject.kind=Note', 'demo'),
  ])
    expect((await ask('GET', url)).body.items).toEqual([]);
});

test('an event of drift says what has changed', async () => {
  await using bed = await openBed({ lanes: 2 });
  const { ask } = atDoor(bed);
  await make(bed, 'box', 'a', { annotations: onDrift('report') });
  bed.world.meddle(box('a'), { size: 50 });
  await bed.app.check(box('a'), me);
  const drifted = await until(async () => {
    const { body } = await ask('GET', eventsOf('involvedObject.name=a,involvedObject.kind=Box,reason=Drifted', 'demo'));
    return (body.items as readonly JsonObject[])[0];
  });
  expect(drifted).toMatchObject({ type: 'Warning', message: 'Found other than declared: size: 1 → 50' });
  await reach(bed, box('a'), 'ready');
});
