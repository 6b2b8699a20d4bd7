/** What is served besides the resources of kinds: events, plans, the kinds themselves, and questions about rights. */
import type { JsonObject } from '@ectropy/sdk';
import type { Kinds } from '../../hub/kinds.ts';
import type { Entry } from './catalogue/entry.ts';
import { entry, free, schemaOf, text } from './entry-words.ts';
import { kindEntry } from './kind-entry.ts';
import { planEntry } from './plan-entry.ts';

const eventProperties: JsonObject = {
  involvedObject: free,
  regarding: free,
  reason: text('Why, in one word.'),
  message: text('What has happened.'),
  note: text('What has happened.'),
  type: text('Normal or Warning.'),
  count: { type: 'integer' },
  firstTimestamp: { type: 'string', format: 'date-time' },
  lastTimestamp: { type: 'string', format: 'date-time' },
  eventTime: { type: 'string', format: 'date-time' },
};

const review = (group: string, kind: string, plural: string, namespaced = false): Entry =>
  entry({
    group,
    version: 'v1',
    kind,
    plural,
    namespaced,
    verbs: ['create'],
    description: 'Asks what may be done.',
    schema: schemaOf('Asks what may be done.', { spec: free, status: free }),
  });

const made = new WeakMap<Kinds, readonly Entry[]>();

export function builtinEntries(kinds: Kinds): readonly Entry[] {
  const known = made.get(kinds) ?? build(kinds);
  made.set(kinds, known);
  return known;
}

const build = ({ scheme }: Kinds): readonly Entry[] => [
  event('', 'Something that has happened to a resource.'),
  event('events.k8s.io', 'Something that has happened to a resource.'),
  review('authorization.k8s.io', 'SelfSubjectAccessReview', 'selfsubjectaccessreviews'),
  review('authorization.k8s.io', 'SelfSubjectRulesReview', 'selfsubjectrulesreviews'),
  review('authorization.k8s.io', 'SubjectAccessReview', 'subjectaccessreviews'),
  review('authorization.k8s.io', 'LocalSubjectAccessReview', 'localsubjectaccessreviews', true),
  review('authentication.k8s.io', 'SelfSubjectReview', 'selfsubjectreviews'),
  planEntry(scheme.groupOf({})),
  kindEntry(scheme.groupOf({})),
];

const event = (group: string, description: string): Entry =>
  entry({
    group,
    version: 'v1',
    kind: 'Event',
    plural: 'events',
    short: ['ev'],
    namespaced: true,
    verbs: ['get', 'list', 'watch'],
    description,
    schema: schemaOf(description, eventProperties),
  });
