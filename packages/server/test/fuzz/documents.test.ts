/** The command reads what people hand to it: nothing breaks it, nothing takes for ever, and every refusal names a place. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ectropy } from '../../../cli/src/testing/terminal.ts';
import { type Product, scratch, startProduct } from '../product.ts';
import { hostileDocument } from './documents.ts';
import { randomFrom } from './random.ts';
import { readFault } from './read-fault.ts';

const DOCUMENTS = Number(process.env.FUZZ_DOCUMENTS ?? 1_500);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115);
/** A document is at most 3 MiB; the longest of them takes a fraction of this on a machine of its own. */
const PATIENCE_MS = 5_000;

test('no document breaks the reader, and what is wrong with one is told with line and column', async () => {
  for (let i = 0; i < DOCUMENTS; i += 1) {
    const bytes = hostileDocument(randomFrom(SEED + i));
    const started = performance.now();
    const fault = await readFault(bytes);
    if (fault !== undefined)
      expect.fail(
        `${fault}\n  FUZZ_SEED=${SEED + i} FUZZ_DOCUMENTS=1: ${JSON.stringify(Buffer.from(bytes.slice(0, 2_000)).toString('latin1'))}`,
      );
    if (performance.now() - started > PATIENCE_MS)
      expect.fail(`took ${performance.now() - started} ms; FUZZ_SEED=${SEED + i} FUZZ_DOCUMENTS=1`);
  }
}, 240_000);

describe('the judge of it complains', () => {
  test('about anything thrown that is no problem', async () => {
    expect(await readFault(Buffer.from('a: 1'), async () => Promise.reject(new TypeError('x is not a function')))).toContain(
      'broke: TypeError',
    );
  });

  test('about a place that is outside of the text', async () => {
    const document = { file: 'x', value: { apiVersion: 'v1', kind: 'K' }, locate: () => ({ line: 9, column: 1 }) as never };
    expect(await readFault(Buffer.from('a: 1'), async () => ({ documents: [document], warnings: [] }))).toContain('the place {"line":9');
  });
});

describe('ectropy apply -f -', () => {
  let product: Product;
  const closers = new AsyncDisposableStack();
  beforeAll(async () => {
    const folder = closers.use(await scratch());
    product = closers.use(await startProduct({ args: ['--data', folder.dir, '--log-level', 'warn'] }));
  });
  afterAll(() => closers.disposeAsync());

  test('ends with one of its codes and with words, never with a stack', async () => {
    const codes: Record<number, number> = {};
    for (let i = 0; i < DOCUMENTS / 10; i += 1) {
      const stdin = Buffer.from(hostileDocument(randomFrom(SEED * 2 + i))).toString();
      const { code, stderr, stdout } = await ectropy('apply -f - --dry-run', { server: product.url, stdin });
      codes[code] = (codes[code] ?? 0) + 1;
      const said = { code, stderr: stderr.slice(0, 3_000), seed: SEED * 2 + i };
      expect([0, 3, 4, 5, 6, 7], JSON.stringify(said)).toContain(code);
      expect(`${stdout}${stderr}`, JSON.stringify(said)).not.toMatch(/\n\s+at \S+ \(|TypeError|RangeError|undefined is|\[object Object\]/);
      if (code !== 0) expect(stderr, JSON.stringify(said)).toMatch(/error: /);
    }
    expect(codes[0]).toBeGreaterThan(0);
    expect(codes[3]).toBeGreaterThan(0);
    expect(product.output()).not.toMatch(/a request failed/);
  }, 240_000);
});
