/** What a person is likely to type next. */
import { titleOf } from '../api/document.ts';
import { columns, type Lines } from '../output/lines.ts';
import type { Facts } from './facts.ts';

export function nextSteps({ document, type, needs = [] }: Facts): Lines {
  const { metadata, status } = document;
  const can = (verb: string): boolean => type.subresources.includes(verb);
  const phase = status?.phase ?? '';
  const place = metadata.namespace === undefined || metadata.namespace === 'default' ? '' : ` -n ${metadata.namespace}`;
  const step = (verb: string, about: string): readonly [string, string] => [`ectropy ${verb} ${titleOf(document)}${place}`, about];
  const unwell = phase !== '' && phase !== 'Ready';
  return columns([
    ...(unwell && phase !== 'Paused' && can('why') ? [step('why', 'why it is not ready')] : []),
    ...(['Failed', 'Retrying', 'Contested'].includes(phase) && can('retry') ? [step('retry', 'try again now')] : []),
    ...(phase === 'Paused' && can('resume') ? [step('resume', 'go on with it')] : []),
    ...(needs.length > 0 ? [step('tree', 'all that it stands on')] : []),
    ...(can('revisions') ? [step('history', 'what was declared before')] : []),
    ...(can('logs') ? [step('logs', 'what it says')] : []),
    ...(can('drift') && phase === 'Ready' ? [step('drift', 'look now whether it is as declared')] : []),
  ]);
}
