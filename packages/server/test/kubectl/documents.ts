/** What the tests declare. */
type Fields = Readonly<Record<string, unknown>>;

export const file = (name: string, spec: Fields = {}, metadata: Fields = {}): object => ({
  apiVersion: 'core.ectropy.dev/v1',
  kind: 'File',
  metadata: { name, ...metadata },
  spec: { path: `${name}.txt`, content: `I am ${name}`, ...spec },
});

export const widget = (name: string, spec: Fields = {}, metadata: Fields = {}): object => ({
  apiVersion: 'example.dev/v1',
  kind: 'Widget',
  metadata: { name, ...metadata },
  spec: { color: 'red', ...spec },
});

export const list = (...items: readonly object[]): object => ({ apiVersion: 'v1', kind: 'List', items });

const text = (description: string): Fields => ({ type: 'string', description });

const spec: Fields = {
  type: 'object',
  description: 'What the widget is to be.',
  required: ['color'],
  'x-kubernetes-validations': [{ rule: "self.size <= 10 || self.color == 'red'", message: 'only red ones are large' }],
  properties: {
    color: { ...text('Its color.'), enum: ['red', 'green', 'blue'] },
    size: { type: 'integer', minimum: 0, default: 1 },
    serial: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'the serial cannot change' }] },
    parts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { type: 'object', required: ['name'], properties: { name: text('Which part.'), weight: { type: 'number' } } },
    },
  },
};

const status: Fields = {
  type: 'object',
  properties: {
    size: { type: 'integer' },
    selector: { type: 'string' },
    phase: text('One word.'),
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: { type: 'object', required: ['type', 'status'], properties: { type: { type: 'string' }, status: { type: 'string' } } },
    },
  },
};

/** As people write them: with status, scale, columns, selectable fields and rules. */
export const widgets = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.dev' },
  spec: {
    group: 'example.dev',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget', shortNames: ['wd'], categories: ['all'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size', labelSelectorPath: '.status.selector' },
        },
        additionalPrinterColumns: [
          { name: 'Color', type: 'string', jsonPath: '.spec.color', description: 'The color.' },
          { name: 'Size', type: 'integer', jsonPath: '.spec.size', priority: 1 },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
        selectableFields: [{ jsonPath: '.spec.color' }],
        schema: { openAPIV3Schema: { type: 'object', description: 'A widget for tests.', properties: { spec, status } } },
      },
    ],
  },
};

/** A kind whose resources can be the parents of apply sets. */
export const sets = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'sets.example.dev', labels: { 'applyset.kubernetes.io/is-parent-type': 'true' } },
  spec: {
    group: 'example.dev',
    scope: 'Namespaced',
    names: { kind: 'Set', plural: 'sets' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } },
      },
    ],
  },
};
