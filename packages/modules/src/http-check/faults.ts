import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Problem } from '@ectropy/sdk';
import { patternFault } from './pattern.ts';
import { methodOf, timeoutOf, type HttpCheckSpec } from './spec.ts';

/** What the connection itself is made of is not for a spec to say. */
const OURS = new Set(['connection', 'content-length', 'expect', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

/** All that is wrong with a spec that its schema cannot see. No value of a header is shown: they are secret. */
export function faultsOf(spec: HttpCheckSpec): readonly Problem[] {
  const { url, headers = {}, body, max_latency_ms: latency } = spec;
  return [
    ...urlFaults(url),
    ...Object.entries(headers).flatMap(([name, value]) => headerFaults(name, value)),
    ...(body && methodOf(spec) === 'HEAD' ? [invalid(['body'], 'cannot be looked at with HEAD', 'take the method GET')] : []),
    ...(body?.pattern === undefined ? [] : patternFaults(body.pattern)),
    ...(latency !== undefined && latency > timeoutOf(spec)
      ? [invalid(['max_latency_ms'], `must not be longer than timeout_ms (${timeoutOf(spec)}), after which nobody waits any more`)]
      : []),
  ];
}

const invalid = (path: readonly string[], message: string, hint?: string): Problem => ({
  code: 'invalid',
  path: ['spec', ...path],
  message,
  ...(hint !== undefined && { hint }),
});

function urlFaults(text: string): readonly Problem[] {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return [invalid(['url'], 'must be an http:// or https:// URL')];
  if (url.username || url.password)
    return [invalid(['url'], 'must not hold a user or a password, because it is shown', 'send them in the header Authorization')];
  return [];
}

function headerFaults(name: string, value: string): readonly Problem[] {
  const fault = (message: string): readonly Problem[] => [invalid(['headers', name], message)];
  if (OURS.has(name.toLowerCase())) return fault('belongs to the connection and cannot be given');
  try {
    validateHeaderName(name);
  } catch {
    return fault('is not the name of a header');
  }
  try {
    validateHeaderValue(name, value);
    return [];
  } catch {
    return fault('holds characters that a header cannot have');
  }
}

function patternFaults(pattern: string): readonly Problem[] {
  const fault = patternFault(pattern);
  return fault === undefined ? [] : [invalid(['body', 'pattern'], fault, 'for plain text take body.contains')];
}
