import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { observe } from './observe.ts';
import { pauseMs, sync } from './sync.ts';
import { aHost, aSubject } from './testing/asking.ts';
import { openService, says } from './testing/service.ts';

test('what is not as declared is asked again, later and later, and says why; what is right is done', async () => {
  await using service = await openService(says(503));
  const subject = aSubject({ url: service.url });
  const progress = `GET ${service.url} was expected to answer 200, but answered 503`;
  expect(await sync(subject, { misses: 0 }, aHost())).toEqual({ type: 'again', memo: { misses: 1 }, afterMs: 1_000, progress });
  expect(await sync(subject, { misses: 3 }, aHost())).toEqual({ type: 'again', memo: { misses: 4 }, afterMs: 8_000, progress });
  service.answer = says(200);
  const output = { url: service.url, status: 200, healthy: true };
  expect(await sync(subject, { misses: 4 }, aHost())).toEqual({ type: 'done', output });
  expect(await observe(subject, aHost())).toEqual({ exists: true, expected: { status: 200 }, actual: { status: 200 }, output });
});

test('the pauses grow and stay within half a minute', () => {
  fc.assert(
    fc.property(fc.nat(), (misses) => {
      expect(pauseMs(misses)).toBeGreaterThanOrEqual(1_000);
      expect(pauseMs(misses)).toBeLessThanOrEqual(30_000);
      expect(pauseMs(misses + 1)).toBeGreaterThanOrEqual(pauseMs(misses));
    }),
    { seed: 4 },
  );
});

test('a spec that was stored before a rule was made is refused in words and not tried again', async () => {
  const service = await openService();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const asked = sync(aSubject({ url: service.url, body: { pattern: '(' } }), { misses: 0 }, aHost());
  await expect(asked).rejects.toMatchObject({ problems: [{ code: 'invalid', path: ['spec', 'body', 'pattern'] }] });
  expect(service.asked.size).toBe(0);
});
