/** Pure: what an answer means to what was declared. */
import type { JsonObject } from '@ectropy/sdk';
import type { Answer } from './ask.ts';
import { matches } from './pattern.ts';
import type { Body } from './read-body.ts';
import { nameOf, outputOf, statusesOf, type HttpCheckSpec } from './spec.ts';

/** Both sides in the same words, for the parts that were looked at. They stay the same while the answer does (L10). */
export interface Verdict {
  readonly healthy: boolean;
  readonly expected: JsonObject;
  readonly actual: JsonObject;
  readonly output: JsonObject;
  /** One line: what was asked, what came, what was declared. */
  readonly sentence: string;
}

interface Part {
  readonly name: 'answer' | 'status' | 'latency' | 'body';
  readonly expected: string | number;
  readonly actual: string | number;
  /** What is wrong, after «but it»; absent if nothing is. */
  readonly fault?: string;
}

export function verdictOf(spec: HttpCheckSpec, answer: Answer): Verdict {
  const parts =
    answer.type === 'none' ? [noneCame(answer.why)] : [statusPart(spec, answer), ...latencyPart(spec, answer), ...bodyParts(spec, answer)];
  const faults = parts.flatMap(({ fault }) => fault ?? []);
  const healthy = faults.length === 0;
  return {
    healthy,
    expected: Object.fromEntries(parts.map(({ name, expected }) => [name, expected])),
    actual: Object.fromEntries(parts.map(({ name, actual }) => [name, actual])),
    output: outputOf(spec, answer.type === 'none' ? null : answer.status, healthy),
    sentence: `${nameOf(spec)} ${healthy ? 'answers as declared' : faults.join(', and ')}`,
  };
}

type Came = Extract<Answer, { type: 'answer' }>;

const noneCame = (why: string): Part => ({ name: 'answer', expected: 'one', actual: `none: ${why}`, fault: `gave no answer: ${why}` });

function statusPart(spec: HttpCheckSpec, { status }: Came): Part {
  const allowed = statusesOf(spec);
  if (allowed.includes(status)) return { name: 'status', expected: status, actual: status };
  const expected = allowed.length === 1 ? (allowed[0] ?? 0) : `one of ${allowed.join(', ')}`;
  return { name: 'status', expected, actual: status, fault: `was expected to answer ${expected}, but answered ${status}` };
}

function latencyPart({ max_latency_ms: most }: HttpCheckSpec, { latencyMs }: Came): readonly Part[] {
  if (most === undefined) return [];
  const expected = `at most ${most} ms`;
  if (latencyMs <= most) return [{ name: 'latency', expected, actual: expected }];
  const actual = `more than ${most} ms`;
  return [{ name: 'latency', expected, actual, fault: `took ${actual}` }];
}

function bodyParts({ body: wanted }: HttpCheckSpec, { body }: Came): readonly Part[] {
  if (!wanted || !body) return [];
  const fault = bodyFault(wanted, body);
  if (fault === undefined) return [{ name: 'body', expected: 'as declared', actual: 'as declared' }];
  return [{ name: 'body', expected: 'as declared', actual: fault, fault: `answered with a body that ${fault}` }];
}

function bodyFault({ contains, pattern }: NonNullable<HttpCheckSpec['body']>, body: Body): string | undefined {
  if (body.type === 'unreadable') return body.why;
  const misses = [
    ...(contains === undefined || body.text.includes(contains)
      ? []
      : [`does not contain ${shown(contains)}${body.cut ? ' in its first 1 MiB' : ''}`]),
    ...(pattern === undefined || matches(pattern, body.text) ? [] : [`does not match ${shown(pattern)}`]),
  ];
  return misses.length > 0 ? misses.join(' and ') : undefined;
}

const shown = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
