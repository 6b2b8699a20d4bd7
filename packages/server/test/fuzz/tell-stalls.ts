/**
 * Loaded into a server before it starts: tells when it kept everybody waiting. What counts is how long its main thread has worked
 * between two turns of the event loop, and not how long that took, so that a busy machine is not taken for a busy server. Only when
 * it took very long, the thread must have been blocked without working.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5;
/** No machine is that busy, several times in a row. */
const BLOCKED_MS = 2_000;
/** Shorter ones are of no interest to anybody. */
const LEAST_MS = 20;

const file = process.env.FUZZ_STALLS;
if (file !== undefined && isMainThread) {
  let worked = process.threadCpuUsage();
  let from = Date.now();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(worked);
    const tookMs = Date.now() - from;
    const ms = tookMs > BLOCKED_MS ? tookMs : (user + system) / 1_000;
    if (ms > LEAST_MS) appendFileSync(file, `${from} ${Date.now()} ${ms.toFixed(1)}\n`);
    worked = process.threadCpuUsage();
    from = Date.now();
  }, EVERY_MS).unref();
}
