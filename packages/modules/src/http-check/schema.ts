import type { JsonObject } from '@ectropy/sdk';

const code = { type: 'integer', minimum: 100, maximum: 599 } as const;

/** What may be said about an answer. What a schema cannot say, such as a pattern that costs too much, is for the plan to say in words. */
export const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: {
    url: {
      type: 'string',
      minLength: 8,
      maxLength: 2048,
      pattern: '^[hH][tT][tT][pP][sS]?://',
      description: 'What is asked: http or https, without a user and a password. It is asked from where the server runs.',
      examples: ['https://example.com/healthz', 'http://127.0.0.1:8080/readyz'],
    },
    method: {
      type: 'string',
      enum: ['GET', 'HEAD'],
      default: 'GET',
      description: 'How it is asked; both only read.',
      examples: ['HEAD'],
    },
    headers: {
      type: 'object',
      maxProperties: 50,
      additionalProperties: { type: 'string', maxLength: 8192 },
      description: 'Sent with the request, and never shown. A redirect to another origin does not get them.',
      examples: [{ Authorization: 'Bearer …' }],
    },
    status: {
      anyOf: [code, { type: 'array', minItems: 1, maxItems: 50, uniqueItems: true, items: code }],
      default: 200,
      description: 'The status that the answer must have, or a list of those that it may have.',
      examples: [200, [200, 204]],
    },
    body: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      description: 'What the body of the answer must hold; both, if both are given. Only with GET.',
      properties: {
        contains: {
          type: 'string',
          minLength: 1,
          maxLength: 10_000,
          description: 'A text that stands in the first 1 MiB, in this very spelling.',
          examples: ['"status":"ok"'],
        },
        pattern: {
          type: 'string',
          minLength: 1,
          maxLength: 500,
          description: 'A regular expression in the syntax of RE2 that matches somewhere in the first 64 KiB.',
          examples: ['^ready: \\d+ of \\d+'],
        },
      },
    },
    max_latency_ms: {
      type: 'integer',
      minimum: 1,
      maximum: 60_000,
      description: 'How long the answer may take, its body included where that is looked at. Not more than timeout_ms.',
      examples: [500],
    },
    timeout_ms: {
      type: 'integer',
      minimum: 50,
      maximum: 60_000,
      default: 5_000,
      description: 'After how long a request is given up.',
      examples: [2_000],
    },
    follow_redirects: {
      type: 'boolean',
      default: false,
      description: 'Follow up to five redirects and look at the last answer; otherwise a redirect is an answer like any other.',
      examples: [true],
    },
  },
} as const satisfies JsonObject;
