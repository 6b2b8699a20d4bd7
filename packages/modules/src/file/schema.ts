import type { JsonObject } from '@ectropy/sdk';

/**
 * What may be said about a file. `mode` has no `default` here, because it depends on `directory`; the module fills it in when it
 * acts, and `output.mode` shows it. Which fields go together is for the plan to say, in words.
 */
export const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['path'],
  properties: {
    path: {
      type: 'string',
      minLength: 1,
      maxLength: 1024,
      description: 'Where it stands, below the root that the server is configured with; parts are separated by /. Cannot change.',
      examples: ['motd', 'nginx/conf.d/site.conf'],
    },
    content: {
      type: 'string',
      description: 'What stands in the file, at most 1 MiB. Exactly one of content, template and directory is given.',
      examples: ['Hello.\n'],
    },
    encoding: {
      type: 'string',
      enum: ['utf8', 'base64'],
      description: 'How content is written down: as text, which is the default, or as base64 for bytes that are no text.',
      examples: ['base64'],
    },
    template: {
      type: 'string',
      description: 'Content with placeholders that are filled from dependencies: {{ needs.<key>.output.<path> }}, {{ needs.<key>.name }}.',
      examples: ['brokers={{ needs.kafka.output.url }}\n'],
    },
    directory: {
      type: 'boolean',
      const: true,
      description: 'It is a folder. Cannot change.',
      examples: [true],
    },
    mode: {
      type: 'string',
      pattern: '^0[4-7][0-7][0-7]$',
      description: 'Who may do what, in octal; the owner may always read. 0644 for files and 0755 for folders if it is not given.',
      examples: ['0600', '0755'],
    },
    recursive: {
      type: 'boolean',
      description: 'A folder that is not empty may be removed with all that is in it; otherwise that is a conflict.',
      examples: [true],
    },
  },
} as const satisfies JsonObject;
