import { expect, test } from 'vitest';
import type { FieldManager } from '../../core/resource.ts';
import { schemeOf } from '../../hub/scheme/scheme.ts';
import { withoutLineage } from './managers.ts';

const scheme = schemeOf('new.dev', ['old.dev']);
const manager = (fieldsV1: FieldManager['fieldsV1']): FieldManager => ({
  manager: 'git',
  operation: 'Apply',
  apiVersion: 'core.new.dev/v1',
  time: '2026-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1,
});

test('nobody owns where a document came from, under whatever suffix', () => {
  const both = { 'f:new.dev/lineage': {}, 'f:old.dev/lineage': {} };
  const [alone, beside] = withoutLineage(
    [
      manager({ 'f:metadata': { 'f:annotations': both }, 'f:spec': { 'f:a': {} } }),
      manager({ 'f:metadata': { 'f:annotations': { ...both, 'f:note': {} } } }),
    ],
    scheme,
  );
  expect(alone?.fieldsV1).toEqual({ 'f:spec': { 'f:a': {} } });
  expect(beside?.fieldsV1).toEqual({ 'f:metadata': { 'f:annotations': { 'f:note': {} } } });
});

test('whoever owns none of it is left alone', () => {
  const other = manager({ 'f:metadata': { 'f:labels': { 'f:a': {} } } });
  expect(withoutLineage([other], scheme)[0]).toBe(other);
});
