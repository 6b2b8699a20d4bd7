/** Operations in the words of OpenAPI 3. */
import type { Json, JsonObject } from '@ectropy/sdk';
import { metaRef } from './meta-schemas.ts';
import { type Answer, type Operation, errors } from './operation.ts';
import { type ParameterUse, parameterV3, parameters, pathParameters, sharedParameters } from './parameters.ts';

type Write = (schema: JsonObject) => Json;

const statusContent: JsonObject = { 'application/json': { schema: metaRef('Status') } };

export const sharedV3: JsonObject = {
  parameters: Object.fromEntries(sharedParameters.map(([name, parameter]) => [name, parameterV3(parameter)])),
  responses: Object.fromEntries(
    Object.entries(errors).map(([code, description]) => [`Error${code}`, { description, content: statusContent }]),
  ),
};

const reference = (use: ParameterUse): JsonObject =>
  typeof use === 'string' ? { $ref: `#/components/parameters/${use}` } : parameterV3(use);

const inline = (use: ParameterUse): JsonObject => parameterV3(typeof use === 'string' ? parameters[use] : use);

export const operationV3 = (operation: Operation, write: Write) => ({
  parameters: pathParameters(operation.path).map(reference),
  operation: {
    ...head(operation),
    parameters: operation.query.map(reference),
    ...body(operation, write),
    responses: {
      ...answers(operation, write),
      ...Object.fromEntries(operation.errors.map((code) => [code, { $ref: `#/components/responses/Error${code}` }])),
    },
  },
});

export const inlineV3 = (operation: Operation, write: Write) => ({
  parameters: pathParameters(operation.path).map(inline),
  operation: {
    ...head(operation),
    parameters: operation.query.map(inline),
    ...body(operation, write),
    responses: { ...answers(operation, write), default: { description: 'Refused.', content: statusContent } },
  },
});

export const head = ({ id, tag, summary, description, deprecated, action, gvk }: Operation): JsonObject => ({
  tags: [tag],
  summary,
  ...(description !== undefined && { description }),
  operationId: id,
  ...(deprecated && { deprecated }),
  'x-kubernetes-action': action,
  'x-kubernetes-group-version-kind': gvk,
});

const body = ({ body: sent }: Operation, write: Write): JsonObject =>
  sent
    ? {
        requestBody: {
          required: sent.required,
          content: Object.fromEntries(sent.media.map((media) => [media, { schema: write(sent.schema) }])),
        },
      }
    : {};

const answers = ({ answers: all }: Operation, write: Write): JsonObject =>
  Object.fromEntries(Object.entries(all).map(([code, answer]) => [code, answered(answer, write)]));

const answered = ({ description, media, schema }: Answer, write: Write): JsonObject => ({
  description,
  content: { [media]: { schema: write(schema) } },
});
