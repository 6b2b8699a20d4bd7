/** Questions about rights: who am I, and may I? */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import type { App } from '../../app/app.ts';
import type { Verb } from '../../app/deps.ts';
import { formatUrn, NO_PROJECT } from '../../core/urn.ts';
import type { Answer, Ask, KubeDeps } from './ask.ts';
import { readDocument } from './read-document.ts';
import type { ResourceTarget } from './wire/path.ts';
import { badRequest } from './wire/refused.ts';

const objectAt = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const textAt = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

type Review = (body: JsonObject, target: ResourceTarget, ask: Ask, deps: KubeDeps) => JsonObject;

const verbs = {
  get: 'get',
  list: 'list',
  watch: 'watch',
  create: 'apply',
  update: 'apply',
  patch: 'apply',
  delete: 'delete',
  deletecollection: 'delete',
} as const;

/** The same question that the request itself would ask. Paths that name no resource are open to everybody. */
const access: Review = (body, target, { caller }, deps) => {
  const spec = objectAt(body.spec);
  if (!isObject(spec.resourceAttributes) && isObject(spec.nonResourceAttributes)) return { spec, status: { allowed: true } };
  const asked = objectAt(spec.resourceAttributes);
  const problem = deps.app.may(verbOf(asked), targetOf(asked, target, deps), caller);
  return { spec, status: { allowed: problem === undefined, ...(problem && { denied: true, reason: problem.message }) } };
};

function verbOf({ verb, subresource }: JsonObject): Verb {
  const known = Object.entries(verbs).find(([name]) => name === verb)?.[1] ?? 'act';
  return known === 'get' && (subresource === 'log' || subresource === 'logs') ? 'logs' : known;
}

function targetOf(asked: JsonObject, target: ResourceTarget, { kinds, views }: KubeDeps): Parameters<App['may']>[1] {
  const [group, plural, name] = [textAt(asked.group), textAt(asked.resource), textAt(asked.name)];
  const view = views.all().find((each) => each.group === group && each.plural === plural);
  const kind = (view?.registered ?? kinds.byResource(group, plural))?.kind;
  const home = kind?.scope === 'cluster' ? NO_PROJECT : textAt(asked.namespace) || target.namespace;
  const whole = kind?.scope === 'cluster' && name === '';
  const urn = kind && home && name !== '' && formatUrn({ kind: kind.name, project: home, name });
  return { ...(home && !whole && { project: home }), ...(kind && { kind: kind.name }), ...(urn && { urn }) };
}

const everything = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] };

const rules: Review = (body, _target, { caller }, { app, kinds }) => {
  const spec = objectAt(body.spec);
  const project = textAt(spec.namespace);
  const all = app.may('apply', project === '' ? {} : { project }, caller) === undefined;
  const definitions = {
    apiGroups: [kinds.scheme.groupOf({}), 'apiextensions.k8s.io'],
    resources: ['kinddefinitions', 'customresourcedefinitions'],
    verbs: ['get', 'list', 'watch'],
  };
  return {
    spec,
    status: {
      incomplete: false,
      nonResourceRules: [{ nonResourceURLs: ['*'], verbs: ['*'] }],
      resourceRules: [all ? everything : definitions],
    },
  };
};

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

export const isReview = ({ group, version, resource }: ResourceTarget): boolean =>
  version === 'v1' && Object.hasOwn(reviews, `${group}/${resource}`);

export function review(target: ResourceTarget, ask: Ask, deps: KubeDeps): Answer {
  const found = reviews[`${target.group}/${target.resource}`];
  const { value } = readDocument(ask);
  if (!found || !isObject(value)) throw badRequest('the body must be a review');
  return {
    status: 201,
    body: { kind: found.kind, apiVersion: `${target.group}/v1`, metadata: {}, ...found.review(value, target, ask, deps) },
  };
}
