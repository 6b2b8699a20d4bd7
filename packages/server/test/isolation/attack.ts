/** What somebody asks who has heard of another project and wants to see into it. */
import type { Random } from '../fuzz/random.ts';
import type { Request } from '../fuzz/request.ts';
import { type Known, things } from './scene.ts';

const json = { 'content-type': 'application/json', accept: 'application/json' };
const core = '/apis/core.ectropy.dev/v1';

const read = (path: string): Request => ({ method: 'GET', path, headers: { accept: 'application/json' } });
const watch = (path: string): Request => ({
  ...read(`${path}${path.includes('?') ? '&' : '?'}watch=1&resourceVersion=1&timeoutSeconds=1`),
  leaveAfterMs: 60,
});
const post = (path: string, body: unknown, method = 'POST', type = 'application/json'): Request => ({
  method,
  path,
  headers: { ...json, 'content-type': type },
  body: JSON.stringify(body),
});

const collections = [
  things('theirs'),
  '/apis/fuzz.ectropy.dev/v1/things',
  '/apis/fuzz.ectropy.dev/v1beta1/things',
  '/apis/fuzz.ectropy.dev/v1/beacons',
  `${core}/namespaces/theirs/files`,
  `${core}/files`,
  `${core}/projects`,
  '/api/v1/namespaces',
  '/api/v1/events',
  '/api/v1/namespaces/theirs/events',
  '/api/v1/namespaces/_/events',
  '/apis/events.k8s.io/v1/events',
  '/apis/events.k8s.io/v1/namespaces/theirs/events',
  `${core}/plans`,
  `${core}/namespaces/theirs/plans`,
  `${core}/namespaces/mine/plans`,
  things('mine'),
  `${things('mine')}?shared=true`,
  `${things('theirs')}?shared=true`,
  '/apis/fuzz.ectropy.dev/v1/things?fieldSelector=metadata.namespace%3Dtheirs',
  '/apis/fuzz.ectropy.dev/v1/things?fieldSelector=metadata.name%3Dplain',
  `${things('mine')}?fieldSelector=metadata.namespace%3Dtheirs`,
  '/api/v1beta1/resources',
  '/api/v1beta1/resources?project=theirs&with_spec_configs=true',
  '/api/v1beta1/resources?project=_',
  '/api/v1beta1/resources?kind=project',
  '/api/v1beta1/resources?kind=file&with_spec_configs=true',
  '/api/v1beta1/modules',
  '/api/v1beta1/modules?project=theirs',
];

const below = [
  '',
  '/status',
  '/scale',
  '/revisions',
  '/why',
  '/tree',
  '/logs',
  '/artifacts',
  '/artifacts/file.txt',
  '?includeLineage=true',
];
const streams = [
  '/api/v1beta1/watch?since=1',
  '/api/v1beta1/watch?project=theirs&since=1',
  '/api/v1beta1/watch?kind=project&since=1',
  '/api/v1beta1/watch?project=mine&since=1',
];

/** Reads, which whoever may see everything can send as well. */
export function readAttack({ objects, urns, plan }: Known, random: Random): Request {
  return random.pick<() => Request>([
    () => read(random.pick(collections)),
    () => watch(random.pick(collections)),
    () => read(`${random.pick(objects)}${random.pick(below)}`),
    () => read(`${things('mine', 'own')}${random.pick(['', '/tree', '/why', '/revisions'])}`),
    () => read(`/api/v1beta1/resources/${random.pick(urns)}${random.pick(['', '/revisions', '/logs'])}`),
    () => ({ ...read(random.pick(streams)), leaveAfterMs: 60 }),
    () => read(`${core}/namespaces/${random.pick(['mine', 'theirs'])}/plans/${plan}`),
    () => ({ ...read(random.pick(collections)), headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' } }),
  ])();
}

/** Writes: into the other project, or at home with a foot in the door. */
export function writeAttack({ objects, urns, plan }: Known, random: Random): Request {
  const name = `n${random.below(12)}`;
  const document = (spec: object, metadata: object = {}): object => ({
    apiVersion: 'fuzz.ectropy.dev/v1',
    kind: 'Thing',
    metadata: { name, ...metadata },
    spec,
  });
  return random.pick<() => Request>([
    () => post(things('theirs'), document({})),
    () => post(things('mine'), document({ dependencies: { base: random.pick(urns) } })),
    () => post(things('mine'), document({ dependencies: { base: 'orn:entropy:thing.fuzz:theirs:open' } })),
    () =>
      post(
        things('mine', name),
        document({ sharing: { enabled: true, projects: [{ name: 'theirs' }] } }),
        'PATCH',
        'application/merge-patch+json',
      ),
    () =>
      post(`${core}/namespaces/mine/plans`, {
        spec: { documents: [{ ...document({}), metadata: { name, namespace: random.pick(['mine', 'theirs']) } }] },
      }),
    () =>
      post(`${core}/namespaces/mine/plans`, {
        spec: {
          remove: [
            { apiVersion: 'fuzz.ectropy.dev/v1', kind: 'Thing', metadata: { name: 'plain', namespace: 'theirs' } },
            { apiVersion: 'core.ectropy.dev/v1', kind: 'KindDefinition', metadata: { name: 'things.fuzz' } },
          ],
        },
      }),
    () => post(`${core}/namespaces/mine/plans/${plan}/apply`, {}),
    () => ({ ...post(`${core}/namespaces/theirs/plans/${plan}`, {}), method: 'DELETE' }),
    () => ({ ...post(random.pick(objects), {}), method: 'DELETE' }),
    () => ({ ...post(`${core}/kinddefinitions/things.fuzz`, {}), method: 'DELETE' }),
    () => ({ ...post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.fuzz.ectropy.dev', {}), method: 'DELETE' }),
    () => post(`${random.pick(objects)}/${random.pick(['retry', 'pause', 'resume', 'cancel', 'drift'])}`, {}),
    () => post(`${random.pick(objects)}/rollback`, { revision: 1 }),
    () => post(random.pick(objects), { metadata: { labels: { seen: 'yes' } } }, 'PATCH', 'application/merge-patch+json'),
    () => post(`${things('mine')}/import`, { name, reference: random.pick(urns) }),
    () => post(`${core}/projects/mine/rename`, { to: 'theirs' }),
    () =>
      post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        spec: { resourceAttributes: { namespace: 'theirs', verb: 'get', group: 'fuzz.ectropy.dev', resource: 'things', name: 'plain' } },
      }),
    () => post('/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', { spec: { namespace: 'theirs' } }),
    () =>
      post('/api/v1beta1/resources', { kind: 'file', name, project: 'theirs', spec: { configs: { path: `${name}.txt`, content: 'x' } } }),
    () => post(`/api/v1beta1/resources/${random.pick(urns)}`, { new_spec: { configs: {} } }, 'PATCH'),
    () => ({ ...post(`/api/v1beta1/resources/${random.pick(urns)}`, {}), method: 'DELETE' }),
  ])();
}
