/** Field numbers of what asks who somebody is and what he may do. Answers are written as JSON, so that their tables are short. */
import { kept, list, map, message, single, type Table } from './message.ts';
import { labelRequirement, objectMeta } from './meta.ts';
import { flag, strings, time, whole } from './shape.ts';

const selector = message({ 1: single('rawSelector'), 2: list('requirements', labelRequirement) });

const resourceAttributes = message({
  1: single('namespace'),
  2: single('verb'),
  3: single('group'),
  4: single('version'),
  5: single('resource'),
  6: single('subresource'),
  7: single('name'),
  8: single('fieldSelector', selector),
  9: single('labelSelector', selector),
});

const nonResourceAttributes = message({ 1: single('path'), 2: single('verb') });

const accessStatus = message({
  1: single('allowed', flag),
  2: single('reason'),
  3: single('evaluationError'),
  4: single('denied', flag),
});

const selfSpec: Table = {
  1: single('resourceAttributes', resourceAttributes),
  2: single('nonResourceAttributes', nonResourceAttributes),
};

const subjectSpec: Table = {
  ...selfSpec,
  3: single('user'),
  4: list('groups'),
  5: map('extra', strings),
  6: single('uid'),
};

const reviewed = (spec: Table, status: Table[number]): Table => ({
  1: single('metadata', objectMeta),
  2: single('spec', message(spec)),
  3: status,
});

export const selfSubjectAccessReview = reviewed(selfSpec, single('status', accessStatus));
export const subjectAccessReview = reviewed(subjectSpec, single('status', accessStatus));

const rulesStatus = message({ 3: single('incomplete', flag), 4: single('evaluationError') });
export const selfSubjectRulesReview = reviewed({ 1: single('namespace') }, single('status', rulesStatus));

const userInfo = message({ 1: single('username'), 2: single('uid'), 3: list('groups'), 4: map('extra', strings) });

export const selfSubjectReview: Table = {
  1: single('metadata', objectMeta),
  2: single('status', message({ 1: single('userInfo', userInfo) })),
};

const tokenStatus = message({
  1: single('authenticated', flag),
  2: single('user', userInfo),
  3: single('error'),
  4: list('audiences'),
});
export const tokenReview = reviewed({ 1: single('token'), 2: list('audiences') }, single('status', tokenStatus));

const boundObject = message({ 1: single('kind'), 2: single('apiVersion'), 3: single('name'), 4: single('uid') });
const requestedToken = message({ 1: single('token'), 2: single('expirationTimestamp', time) });
export const tokenRequest = reviewed(
  { 1: list('audiences'), 3: single('boundObjectRef', boundObject), 4: kept('expirationSeconds', whole) },
  single('status', requestedToken),
);
