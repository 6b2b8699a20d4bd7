import type { Host, Subject } from '@ectropy/sdk';
import { ask, type Answer } from '../ask.ts';
import type { HttpCheckSpec } from '../spec.ts';
import { verdictOf, type Verdict } from '../verdict.ts';

const silent = (): void => undefined;

export const aHost = (more: Partial<Host> = {}): Host => ({
  signal: new AbortController().signal,
  now: () => new Date(),
  log: { debug: silent, info: silent, warn: silent },
  key: 'key',
  fence: 1,
  ...more,
});

export const aSubject = (spec: HttpCheckSpec, more: Partial<Subject<HttpCheckSpec>> = {}): Subject<HttpCheckSpec> => ({
  urn: 'orn:entropy:http_check:p:n',
  kind: 'http_check',
  project: 'p',
  name: 'n',
  labels: {},
  spec,
  output: null,
  needs: {},
  config: {},
  ...more,
});

export const answerTo = (spec: HttpCheckSpec, more: Partial<Host> = {}): Promise<Answer> => ask(spec, aHost(more));

export const verdictOn = async (spec: HttpCheckSpec): Promise<Verdict> => verdictOf(spec, await answerTo(spec));
