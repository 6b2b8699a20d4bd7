/** Bodies that kubectl 1.33 sent. */
export const captured = [
  [
    'auth can-i create configmaps -n demo',
    'azhzAAoyChdhdXRob3JpemF0aW9uLms4cy5pby92MRIXU2VsZlN1YmplY3RBY2Nlc3NSZXZpZXcSQgoQCgASABoAIgAqADIAOABCABIkCiIKBGRlbW8SBmNyZWF0ZRoAIgAqCmNvbmZpZ21hcHMyADoAGggIABIAGgAgABoAIgA=',
    {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      metadata: {},
      spec: { resourceAttributes: { namespace: 'demo', verb: 'create', resource: 'configmaps' } },
      status: {},
    },
  ],
  [
    'auth can-i get pods/x --subresource=log -n demo',
    'azhzAAoyChdhdXRob3JpemF0aW9uLms4cy5pby92MRIXU2VsZlN1YmplY3RBY2Nlc3NSZXZpZXcSPQoQCgASABoAIgAqADIAOABCABIfCh0KBGRlbW8SA2dldBoAIgAqBHBvZHMyA2xvZzoBeBoICAASABoAIAAaACIA',
    {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      metadata: {},
      spec: { resourceAttributes: { namespace: 'demo', verb: 'get', resource: 'pods', subresource: 'log', name: 'x' } },
      status: {},
    },
  ],
  [
    'auth can-i get /healthz',
    'azhzAAoyChdhdXRob3JpemF0aW9uLms4cy5pby92MRIXU2VsZlN1YmplY3RBY2Nlc3NSZXZpZXcSLwoQCgASABoAIgAqADIAOABCABIREg8KCC9oZWFsdGh6EgNnZXQaCAgAEgAaACAAGgAiAA==',
    {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      metadata: {},
      spec: { nonResourceAttributes: { path: '/healthz', verb: 'get' } },
      status: {},
    },
  ],
  [
    'auth can-i --list -n demo',
    'azhzAAoxChdhdXRob3JpemF0aW9uLms4cy5pby92MRIWU2VsZlN1YmplY3RSdWxlc1JldmlldxIgChAKABIAGgAiACoAMgA4AEIAEgYKBGRlbW8aBBgAIgAaACIA',
    { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', metadata: {}, spec: { namespace: 'demo' }, status: {} },
  ],
  [
    'auth whoami',
    'azhzAAotChhhdXRoZW50aWNhdGlvbi5rOHMuaW8vdjESEVNlbGZTdWJqZWN0UmV2aWV3EhoKEAoAEgAaACIAKgAyADgAQgASBgoECgASABoAIgA=',
    { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview', metadata: {}, status: { userInfo: {} } },
  ],
  [
    'create namespace demo',
    'azhzAAoPCgJ2MRIJTmFtZXNwYWNlEhwKFAoEZGVtbxIAGgAiACoAMgA4AEIAEgAaAgoAGgAiAA==',
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'demo' }, spec: {}, status: {} },
  ],
  [
    'create configmap cm -n demo, with a value of bytes',
    'azhzAAoPCgJ2MRIJQ29uZmlnTWFwEjcKFgoCY20SABoEZGVtbyIAKgAyADgAQgASBgoBYRIBMRIJCgFiEgR6d2VpGgoKA2JpbhIDAP8BGgAiAA==',
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'cm', namespace: 'demo' },
      data: { a: '1', b: 'zwei' },
      binaryData: { bin: 'AP8B' },
    },
  ],
  [
    'create secret generic s -n demo',
    'azhzAAoMCgJ2MRIGU2VjcmV0Ei4KFQoBcxIAGgRkZW1vIgAqADIAOABCABITCghwYXNzd29yZBIHaHVudGVyMhoAGgAiAA==',
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'demo' }, data: { password: 'aHVudGVyMg==' } },
  ],
  [
    'create serviceaccount sa -n demo',
    'azhzAAoUCgJ2MRIOU2VydmljZUFjY291bnQSGAoWCgJzYRIAGgRkZW1vIgAqADIAOABCABoAIgA=',
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'sa', namespace: 'demo' } },
  ],
  [
    'create token sa -n demo --duration=10m',
    'azhzAAooChhhdXRoZW50aWNhdGlvbi5rOHMuaW8vdjESDFRva2VuUmVxdWVzdBIdChAKABIAGgAiACoAMgA4AEIAEgMg2AQaBAoAEgAaACIA',
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {}, spec: { expirationSeconds: 600 }, status: {} },
  ],
] as const;
