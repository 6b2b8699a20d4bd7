/** Operations in the words of Swagger 2.0. */
import type { JsonObject } from '@ectropy/sdk';
import { metaRef } from './meta-schemas.ts';
import { head } from './openapi.ts';
import { type Answer, type Operation, errors } from './operation.ts';
import { type ParameterUse, parameterV2, parameters, pathParameters, sharedParameters } from './parameters.ts';
import { toSwagger } from './to-swagger.ts';

export const sharedV2: JsonObject = {
  parameters: Object.fromEntries(sharedParameters.map(([name, parameter]) => [name, parameterV2(parameter)])),
  responses: Object.fromEntries(
    Object.entries(errors).map(([code, description]) => [`Error${code}`, { description, schema: toSwagger(metaRef('Status')) }]),
  ),
};

/** Older clients look for `fieldValidation` in the operation itself. */
const reference = (use: ParameterUse): JsonObject => {
  if (typeof use !== 'string') return parameterV2(use);
  return use === 'fieldValidation' ? parameterV2(parameters[use]) : { $ref: `#/parameters/${use}` };
};

export const operationV2 = (operation: Operation) => ({
  parameters: pathParameters(operation.path).map(reference),
  operation: {
    ...head(operation),
    ...(operation.body && { consumes: operation.body.media }),
    produces: [...new Set([...Object.values(operation.answers).map(({ media }) => media), 'application/json'])],
    parameters: [...operation.query.map(reference), ...body(operation)],
    responses: {
      ...Object.fromEntries(Object.entries(operation.answers).map(([code, answer]) => [code, answered(answer)])),
      ...Object.fromEntries(operation.errors.map((code) => [code, { $ref: `#/responses/Error${code}` }])),
    },
  },
});

const body = ({ body: sent }: Operation): readonly JsonObject[] =>
  sent ? [{ name: 'body', in: 'body', required: sent.required, schema: toSwagger(sent.schema) }] : [];

const answered = ({ description, media, schema }: Answer): JsonObject => ({
  description,
  schema: media === 'application/octet-stream' ? { type: 'file' } : toSwagger(schema),
});
