import type { JsonObject } from '@ectropy/sdk';

/** What `kubectl` needs to talk to this server. */
export const kubeconfigOf = (server: string, namespace = 'default'): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'ectropy', cluster: { server } }],
  users: [{ name: 'ectropy', user: {} }],
  contexts: [{ name: 'ectropy', context: { cluster: 'ectropy', user: 'ectropy', namespace } }],
  'current-context': 'ectropy',
});
