/** One resource on one page: how it is, what was declared, what it stands on, what has happened, and what to type next. */
import { isObject } from '@ectropy/sdk';
import { type Document, titleOf } from '../api/document.ts';
import type { Event } from '../api/events.ts';
import type { TreeNode } from '../api/tree.ts';
import { inTitles } from '../api/urn.ts';
import { ageOf } from '../output/age.ts';
import { type Cell, columns, type Lines, section, yamlLines } from '../output/lines.ts';
import { phaseLook, showCondition, showPhase } from '../output/phase.ts';
import { oneLine } from '../terminal/printable.ts';
import type { Style } from '../terminal/style.ts';
import { type Facts, ownSpec } from './facts.ts';
import { nextSteps } from './next.ts';

export function describe(facts: Facts, style: Style): string {
  const { document, needs = [], neededBy = [], events, now } = facts;
  const { metadata, status } = document;
  const whole = `ectropy get ${oneLine(titleOf(document))}${metadata.namespace === undefined ? '' : ` -n ${metadata.namespace}`} -o yaml`;
  const spec = ownSpec(facts);
  return [
    ...headline(facts, style),
    '',
    ...columns(identity(document, now).map(([key, value]) => [{ text: key, paint: (text) => style('dim', text) }, value])),
    ...section('Problem', problemOf(document, now, style), style),
    ...section('Drift', (status?.drift ?? []).map(oneLine), style),
    ...section('Conditions', conditionsOf(facts, style), style),
    ...section('Spec', Object.keys(spec).length > 0 ? yamlLines(spec, whole) : [], style),
    ...section('Output', isObject(status?.output ?? null) ? yamlLines(status?.output ?? null, whole) : [], style),
    ...section('Depends on', nodesOf(needs, metadata.namespace, style), style),
    ...section('Needed by', nodesOf(neededBy, metadata.namespace, style), style),
    ...section('Events', eventsOf(events, now, style), style),
    ...section('Next', nextSteps(facts), style),
  ].join('\n');
}

function headline(facts: Facts, style: Style): Lines {
  const { document } = facts;
  const { metadata, status } = document;
  const place = metadata.namespace === undefined ? '' : style('dim', ` in project ${metadata.namespace}`);
  const title = `${style('bold', oneLine(titleOf(document)))}${place}`;
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const said = status?.progress ?? ready?.message;
  return status?.phase === undefined
    ? [title]
    : [title, `${showPhase(oneLine(status.phase), style)}${said === undefined ? '' : `  ${oneLine(sentence(said, facts))}`}`];
}

/** Where `metadata.description` is kept. */
const DESCRIPTION = 'ectropy.dev/description';

const sentence = (text: string, { types, document: { metadata } }: Facts): string => inTitles(text, types, metadata.namespace ?? '');

function identity({ apiVersion, metadata, status }: Document, now: number): readonly (readonly [string, string])[] {
  const { creationTimestamp: created, deletionTimestamp: deleted, generation, labels } = metadata;
  const { [DESCRIPTION]: description, ...annotations } = metadata.annotations ?? {};
  const done = status?.observedGeneration;
  const behind = generation !== undefined && done !== undefined && done < generation ? `, ${done} brought about` : '';
  return [
    ...(description === undefined ? [] : [['description', description] as const]),
    ['apiVersion', apiVersion],
    ...(created === undefined ? [] : [['created', `${created} (${ageOf(created, now)} ago)`] as const]),
    ...(deleted === undefined ? [] : [['deletion', `asked for ${ageOf(deleted, now)} ago`] as const]),
    ...(generation === undefined ? [] : [['generation', `${generation}${behind}`] as const]),
    ...pairs('labels', labels),
    ...pairs('annotations', annotations),
  ];
}

/** One under the other; the first beside the title. */
const pairs = (title: string, values: Readonly<Record<string, string>> = {}): readonly (readonly [string, string])[] =>
  Object.entries(values).map(([key, value], i) => [i === 0 ? title : '', `${key}=${value}`] as const);

function problemOf({ status }: Document, now: number, style: Style): Lines {
  const { problem, attempt, nextAttemptAt } = status ?? {};
  if (!problem) return [];
  const wait = nextAttemptAt === undefined ? '' : `, tried again ${inTime(nextAttemptAt, now)}`;
  const tries = attempt === undefined ? [] : [style('dim', `attempt ${attempt}${wait}`)];
  return [
    style('red', oneLine(problem.message)),
    ...(problem.hint === undefined ? [] : [`what to do: ${oneLine(problem.hint)}`]),
    ...tries,
  ];
}

function inTime(time: string, now: number): string {
  const ahead = Date.parse(time) - now;
  return ahead > 0 ? `in ${ageOf(new Date(now - ahead).toISOString(), now)}` : 'now';
}

const conditionsOf = (facts: Facts, style: Style): Lines =>
  columns(
    (facts.document.status?.conditions ?? []).map(({ type, status: holds, reason = '', message = '', lastTransitionTime }) => [
      { text: '·', paint: () => showCondition({ type, status: holds }, style) },
      type,
      holds,
      reason,
      { text: ageOf(lastTransitionTime, facts.now), paint: (text) => style('dim', text) },
      sentence(message, facts),
    ]),
  );

const nodesOf = (nodes: readonly TreeNode[], project: string | undefined, style: Style): Lines =>
  columns(
    nodes.map((node): readonly Cell[] => {
      const { glyph, colour } = phaseLook(node.phase);
      const place = node.namespace === undefined || node.namespace === project ? '' : ` in ${node.namespace}`;
      return [
        { text: glyph, paint: (text) => style(colour, text) },
        { text: `${node.kind}/${node.name}${place}` },
        { text: node.phase, paint: (text) => style(colour, text) },
        { text: node.key === undefined ? '' : `as ${node.key}`, paint: (text) => style('dim', text) },
      ];
    }),
  );

const eventsOf = (events: readonly Event[], now: number, style: Style): Lines =>
  columns(
    events.map(({ at, type, reason, message }) => [
      { text: ageOf(at, now), paint: (text) => style('dim', text) },
      { text: type === 'Warning' ? '!' : '·', paint: (text) => style(type === 'Warning' ? 'yellow' : 'dim', text) },
      reason,
      message,
    ]),
  );
