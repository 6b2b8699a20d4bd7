import { expect, test } from 'vitest';
import { kindNameOf, namesOf, pluralOf } from './names.ts';

test.each([
  ['file', 'File', 'files', 'file'],
  ['postgres_role', 'PostgresRole', 'postgresroles', 'postgresrole'],
  ['k8s-cluster', 'K8sCluster', 'k8sclusters', 'k8scluster'],
  ['widget.example.dev', 'Widget', 'widgets', 'widget'],
  ['cluster.infra', 'Cluster', 'clusters', 'cluster'],
  ['myKind', 'MyKind', 'mykinds', 'mykind'],
])('%s is a %s, one of the %s', (name, kind, plural, singular) => {
  expect(namesOf({ name })).toEqual({ kind, plural, singular, short: [], categories: [] });
});

test.each([
  ['box', 'boxes'],
  ['class', 'classes'],
  ['branch', 'branches'],
  ['mesh', 'meshes'],
  ['policy', 'policies'],
  ['gateway', 'gateways'],
  ['y', 'ys'],
])('%s becomes %s', (word, plural) => {
  expect(pluralOf(word)).toBe(plural);
});

test('what a kind says itself is left alone, and the rest follows from it', () => {
  expect(namesOf({ name: 'thing', names: { kind: 'CronTab', short: ['ct'], categories: ['all'] } })).toEqual({
    kind: 'CronTab',
    singular: 'crontab',
    plural: 'crontabs',
    short: ['ct'],
    categories: ['all'],
  });
  expect(namesOf({ name: 'thing', names: { plural: 'folk', singular: 'person' } })).toMatchObject({ kind: 'Thing', plural: 'folk' });
});

test('a kind of run time is named by its singular and its group', () => {
  expect(kindNameOf('widget', 'example.dev')).toBe('widget.example.dev');
});
