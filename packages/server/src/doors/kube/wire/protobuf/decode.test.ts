import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { captured } from '../testing/captured.ts';
import { envelope } from '../testing/encode-protobuf.ts';
import { decodeProtobuf } from './decode.ts';

test.each(captured)('kubectl %s', (_, body, expected) => {
  expect(decodeProtobuf(Buffer.from(body, 'base64'))).toEqual(expected);
});

const seconds = Date.parse('2026-01-02T03:04:05Z') / 1000;

describe('what other clients send', () => {
  test('the metadata of an object, with all that can stand there', () => {
    const metadata = {
      1: 'n',
      3: 'ns',
      5: 'u',
      6: '12',
      7: 3,
      8: { 1: seconds },
      10: 0,
      11: [{ 1: 'team', 2: 'a' }, { 1: 'empty' }],
      12: { 1: 'note', 2: 'ü' },
      13: { 1: 'Widget', 3: 'w', 4: 'uid', 5: 'example.dev/v1', 6: true, 7: false },
      14: ['a/b', 'c/d'],
      17: { 1: 'm', 2: 'Apply', 3: 'v1', 4: { 1: seconds }, 6: 'FieldsV1', 7: { 1: '{"f:data":{}}' }, 8: 'status' },
      99: 'not known here',
    };
    const at = '2026-01-02T03:04:05Z';
    expect(decodeProtobuf(envelope('v1', 'ConfigMap', { 1: metadata, 4: false }))).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      immutable: false,
      metadata: {
        name: 'n',
        namespace: 'ns',
        uid: 'u',
        resourceVersion: '12',
        generation: 3,
        creationTimestamp: at,
        deletionGracePeriodSeconds: 0,
        labels: { team: 'a', empty: '' },
        annotations: { note: 'ü' },
        ownerReferences: [
          { kind: 'Widget', name: 'w', uid: 'uid', apiVersion: 'example.dev/v1', controller: true, blockOwnerDeletion: false },
        ],
        finalizers: ['a/b', 'c/d'],
        managedFields: [
          {
            manager: 'm',
            operation: 'Apply',
            apiVersion: 'v1',
            time: at,
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:data': {} },
            subresource: 'status',
          },
        ],
      },
    });
  });

  test('a lease that was given up keeps its empty holder', () => {
    const spec = { 1: '', 2: 15, 3: { 1: seconds, 2: 123_456_789 }, 5: 0 };
    expect(decodeProtobuf(envelope('coordination.k8s.io/v1', 'Lease', { 2: spec }))).toMatchObject({
      spec: { holderIdentity: '', leaseDurationSeconds: 15, acquireTime: '2026-01-02T03:04:05.123456Z', leaseTransitions: 0 },
    });
  });

  test('an event of the core group; a time that was not set is left out', () => {
    const event = { 2: { 1: 'Widget', 3: 'w' }, 3: 'Made', 4: 'It is.', 5: { 1: 'c' }, 6: { 1: seconds }, 8: 2, 9: 'Normal', 10: {} };
    expect(decodeProtobuf(envelope('v1', 'Event', event))).toEqual({
      apiVersion: 'v1',
      kind: 'Event',
      involvedObject: { kind: 'Widget', name: 'w' },
      reason: 'Made',
      message: 'It is.',
      source: { component: 'c' },
      firstTimestamp: '2026-01-02T03:04:05Z',
      count: 2,
      type: 'Normal',
    });
  });

  test('an event of the newer group', () => {
    const event = { 2: { 1: seconds }, 3: { 1: 4 }, 4: 'ctl', 7: 'Made', 8: { 3: 'w' }, 10: 'It is.', 11: 'Normal' };
    expect(decodeProtobuf(envelope('events.k8s.io/v1', 'Event', event))).toMatchObject({
      eventTime: '2026-01-02T03:04:05.000000Z',
      series: { count: 4 },
      reportingController: 'ctl',
      regarding: { name: 'w' },
      note: 'It is.',
    });
  });

  test.each(['SubjectAccessReview', 'LocalSubjectAccessReview'])('what somebody else may do: %s', (kind) => {
    const spec = { 1: { 2: 'get', 9: { 1: 'a=b' } }, 3: 'jane', 4: ['g1', 'g2'], 5: { 1: 'scopes', 2: { 1: ['x', 'y'] } }, 6: 'u' };
    expect(decodeProtobuf(envelope('authorization.k8s.io/v1', kind, { 2: spec }))).toMatchObject({
      spec: {
        resourceAttributes: { verb: 'get', labelSelector: { rawSelector: 'a=b' } },
        user: 'jane',
        groups: ['g1', 'g2'],
        extra: { scopes: ['x', 'y'] },
        uid: 'u',
      },
    });
  });

  test('whose token it is', () => {
    expect(decodeProtobuf(envelope('authentication.k8s.io/v1', 'TokenReview', { 2: { 1: 't', 2: 'a' } }))).toMatchObject({
      spec: { token: 't', audiences: ['a'] },
    });
  });

  test('options of a delete, in whatever group; zero seconds and false are said on purpose', () => {
    const options = { 1: 0, 2: { 1: 'u', 2: '7' }, 3: false, 4: 'Orphan', 5: 'All' };
    expect(decodeProtobuf(envelope('example.dev/v1', 'DeleteOptions', options))).toMatchObject({
      gracePeriodSeconds: 0,
      preconditions: { uid: 'u', resourceVersion: '7' },
      orphanDependents: false,
      propagationPolicy: 'Orphan',
      dryRun: ['All'],
    });
  });
});

test('whatever words stand in labels, they come out as they went in', () => {
  const word = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0'));
  const key = word.filter((text) => !['__proto__', 'constructor', 'prototype'].includes(text));
  fc.assert(
    fc.property(fc.dictionary(key, word), (labels) => {
      const entries = Object.entries(labels).map(([name, value]) => ({ 1: name, 2: value }));
      const { metadata } = decodeProtobuf(envelope('v1', 'Namespace', { 1: { 11: entries } }));
      expect(metadata).toEqual(entries.length > 0 ? { labels: { ...labels } } : {});
    }),
    { seed: 1, numRuns: 500 },
  );
});
