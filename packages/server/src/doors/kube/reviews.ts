/** Questions about rights: who am I, and may I? */
import type { Json, JsonObject } from '@ectropy/sdk';
import type { Answer, Ask, KubeDeps } from './ask.ts';
import { readDocument } from './read-document.ts';
import type { ResourceTarget } from './wire/path.ts';
import { badRequest } from './wire/refused.ts';
import { isObject } from './write.ts';

const objectAt = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const textAt = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

type Review = (body: JsonObject, target: ResourceTarget, ask: Ask, deps: KubeDeps) => JsonObject;

const verbs = { get: 'get', list: 'list', watch: 'watch', create: 'apply', update: 'apply', patch: 'apply', delete: 'delete', deletecollection: 'delete' } as const;

const access: Review = (body, target, { caller }, { app, kinds }) => {
  const spec = objectAt(body.spec);
  const asked = objectAt(spec.resourceAttributes);
  const verb = Object.entries(verbs).find(([name]) => name === asked.verb)?.[1] ?? 'act';
  const kind = kinds.byResource(textAt(asked.group), textAt(asked.resource))?.kind.name;
  const project = textAt(asked.namespace) || target.namespace;
  const problem = app.may(verb, { ...(project && { project }), ...(kind && { kind }) }, caller);
  return { spec, status: { allowed: problem === undefined, ...(problem && { denied: true, reason: problem.message }) } };
};

const rules: Review = (body) => ({
  spec: objectAt(body.spec),
  status: {
    incomplete: false,
    nonResourceRules: [{ nonResourceURLs: ['*'], verbs: ['*'] }],
    resourceRules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
  },
});

const self: Review = (_body, _target, { caller }) => ({
  status: { userInfo: { username: caller.actor || 'anonymous', groups: ['system:authenticated'] } },
});

const reviews: Readonly<Record<string, { readonly kind: string; readonly review: Review }>> = {
  'authorization.k8s.io/selfsubjectaccessreviews': { kind: 'SelfSubjectAccessReview', review: access },
  'authorization.k8s.io/subjectaccessreviews': { kind: 'SubjectAccessReview', review: access },
  'authorization.k8s.io/localsubjectaccessreviews': { kind: 'LocalSubjectAccessReview', review: access },
  'authorization.k8s.io/selfsubjectrulesreviews': { kind: 'SelfSubjectRulesReview', review: rules },
  'authentication.k8s.io/selfsubjectreviews': { kind: 'SelfSubjectReview', review: self },
};

export const isReview = ({ group, version, resource }: ResourceTarget): boolean => version === 'v1' && Object.hasOwn(reviews, `${group}/${resource}`);

export function review(target: ResourceTarget, ask: Ask, deps: KubeDeps): Answer {
  const found = reviews[`${target.group}/${target.resource}`];
  const { value } = readDocument(ask);
  if (!found || !isObject(value)) throw badRequest('the body must be a review');
  return { status: 201, body: { kind: found.kind, apiVersion: `${target.group}/v1`, metadata: { creationTimestamp: null }, ...found.review(value, target, ask, deps) } };
}
