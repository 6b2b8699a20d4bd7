/** For tests: kinds as discovery tells them. */
import type { ResourceType } from '../api/types.ts';

export const aType = (kind: string, more: Partial<ResourceType> = {}): ResourceType => ({
  group: 'core.ectropy.dev',
  version: 'v1',
  plural: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
  kind,
  short: [],
  categories: [],
  namespaced: true,
  verbs: ['create', 'delete', 'get', 'list', 'watch'],
  subresources: ['retry', 'tree', 'revisions', 'why'],
  ...more,
});
