import { isDeepStrictEqual } from 'node:util';
import { refuse, type Intent, type Plan, type Subject } from '@ectropy/sdk';
import { merge, partOf, urlOf, type KafkaPart, type KafkaSpec } from './spec.ts';

/** Nothing has to be done outside, so every answer is complete once it is stored. */
export function plan(subject: Subject<KafkaPart>, intent: Intent<KafkaPart>): Plan<KafkaPart, null> {
  switch (intent.type) {
    case 'create':
    case 'adopt':
      return settle(merge(partOf(subject.config), intent.spec));
    case 'update': {
      const spec = merge(partOf(subject.config), subject.spec, intent.spec);
      return isDeepStrictEqual(spec, subject.spec) ? { type: 'noop' } : settle(spec, urlOf(merge(subject.spec)));
    }
    case 'delete':
      return { type: 'settle', spec: subject.spec, output: null, summary: ['forget the cluster; its brokers are not touched'] };
    case 'correct':
      return { type: 'noop' };
    case 'act':
      return refuse({ code: 'unsupported', message: `a kafka has no action ${intent.action}` });
  }
}

function settle(spec: KafkaSpec, before?: string): Plan<KafkaPart, null> {
  if (spec.brokers.length === 0) {
    return refuse({
      code: 'invalid',
      path: ['spec', 'brokers'],
      message: 'must list one broker or more',
      hint: 'each has name, host and address',
    });
  }
  const url = urlOf(spec);
  const summary = url === before ? [] : [before === undefined ? `url: ${url}` : `url: ${before} → ${url}`];
  return { type: 'settle', spec, output: { url }, summary };
}
