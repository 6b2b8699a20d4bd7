/** The field numbers of the protobuf form of a Swagger document, by the keys that the JSON form has. Only what our documents use. */

export type Scalar = 'text' | 'bool' | 'int' | 'double' | 'any';
export type MessageName = keyof typeof messages;
/** The number, what it is, and whether there may be several. */
export type Field = readonly [number, string, 'many'?];

interface Message {
  readonly fields: Readonly<Record<string, Field>>;
  /** Where keys that begin with `x-` go. */
  readonly extensions?: number;
}

const named: Message['fields'] = { name: [1, 'text'], description: [2, 'text'] };

/** The same fields in the same order, from another number on. */
const parameterFields = (type: number): Message['fields'] => ({
  required: [1, 'bool'],
  in: [2, 'text'],
  description: [3, 'text'],
  name: [4, 'text'],
  type: [type, 'text'],
  format: [type + 1, 'text'],
});

export const messages = {
  Document: {
    fields: {
      swagger: [1, 'text'],
      info: [2, 'Info'],
      consumes: [6, 'text', 'many'],
      produces: [7, 'text', 'many'],
      paths: [8, 'Paths'],
      definitions: [9, 'Definitions'],
      parameters: [10, 'ParameterDefinitions'],
      responses: [11, 'ResponseDefinitions'],
      tags: [14, 'Tag', 'many'],
    },
    extensions: 16,
  },
  Info: { fields: { title: [1, 'text'], version: [2, 'text'], description: [3, 'text'], license: [6, 'License'] }, extensions: 7 },
  License: { fields: { name: [1, 'text'], url: [2, 'text'] }, extensions: 3 },
  Tag: { fields: named, extensions: 4 },
  PathItem: {
    fields: {
      get: [2, 'Operation'],
      put: [3, 'Operation'],
      post: [4, 'Operation'],
      delete: [5, 'Operation'],
      patch: [8, 'Operation'],
      parameters: [9, 'ParametersItem', 'many'],
    },
    extensions: 10,
  },
  Operation: {
    fields: {
      tags: [1, 'text', 'many'],
      summary: [2, 'text'],
      description: [3, 'text'],
      operationId: [5, 'text'],
      produces: [6, 'text', 'many'],
      consumes: [7, 'text', 'many'],
      parameters: [8, 'ParametersItem', 'many'],
      responses: [9, 'Responses'],
      deprecated: [11, 'bool'],
    },
    extensions: 13,
  },
  BodyParameter: {
    fields: { description: [1, 'text'], name: [2, 'text'], in: [3, 'text'], required: [4, 'bool'], schema: [5, 'Schema'] },
    extensions: 6,
  },
  QueryParameter: { fields: parameterFields(6), extensions: 23 },
  PathParameter: { fields: parameterFields(5), extensions: 22 },
  JsonReference: { fields: { $ref: [1, 'text'], description: [2, 'text'] } },
  Response: { fields: { description: [1, 'text'], schema: [2, 'SchemaItem'] }, extensions: 5 },
  FileSchema: { fields: { description: [3, 'text'], type: [6, 'text'] }, extensions: 10 },
  Schema: {
    fields: {
      $ref: [1, 'text'],
      format: [2, 'text'],
      title: [3, 'text'],
      description: [4, 'text'],
      default: [5, 'any'],
      multipleOf: [6, 'double'],
      maximum: [7, 'double'],
      exclusiveMaximum: [8, 'bool'],
      minimum: [9, 'double'],
      exclusiveMinimum: [10, 'bool'],
      maxLength: [11, 'int'],
      minLength: [12, 'int'],
      pattern: [13, 'text'],
      maxItems: [14, 'int'],
      minItems: [15, 'int'],
      uniqueItems: [16, 'bool'],
      maxProperties: [17, 'int'],
      minProperties: [18, 'int'],
      required: [19, 'text', 'many'],
      enum: [20, 'any', 'many'],
      additionalProperties: [21, 'AdditionalPropertiesItem'],
      type: [22, 'TypeItem'],
      items: [23, 'ItemsItem'],
      allOf: [24, 'Schema', 'many'],
      properties: [25, 'Properties'],
      readOnly: [27, 'bool'],
      example: [30, 'any'],
    },
    extensions: 31,
  },
} as const satisfies Record<string, Message>;

/** A map is a list of pairs: the number of the list, and what the values are. */
export const maps: Readonly<Record<string, readonly [number, string]>> = {
  Paths: [2, 'PathItem'],
  Definitions: [1, 'Schema'],
  Properties: [1, 'Schema'],
  ParameterDefinitions: [1, 'Parameter'],
  ResponseDefinitions: [1, 'Response'],
  Responses: [1, 'ResponseValue'],
};
