import type { JsonObject } from '@ectropy/sdk';
import { settingsSchema } from '../settings.ts';

/** What a database can be stored in. PostgreSQL knows more names for the same; one is enough. */
const ENCODINGS = (
  'UTF8 SQL_ASCII EUC_CN EUC_JP EUC_JIS_2004 EUC_KR EUC_TW ISO_8859_5 ISO_8859_6 ISO_8859_7 ISO_8859_8 KOI8R KOI8U MULE_INTERNAL ' +
  'LATIN1 LATIN2 LATIN3 LATIN4 LATIN5 LATIN6 LATIN7 LATIN8 LATIN9 LATIN10 ' +
  'WIN866 WIN874 WIN1250 WIN1251 WIN1252 WIN1253 WIN1254 WIN1255 WIN1256 WIN1257 WIN1258'
).split(' ');

const name = (description: string, example: string) =>
  ({ type: 'string', minLength: 1, maxLength: 63, description, examples: [example] }) as const satisfies JsonObject;

export const schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: name("The name of the database, at most 63 bytes. If it is not given: the resource's name. Cannot change.", 'orders'),
    encoding: {
      type: 'string',
      enum: ENCODINGS,
      default: 'UTF8',
      description: 'How text is stored. Cannot change.',
      examples: ['UTF8'],
    },
    locale: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description:
        "How text is sorted and classified, by a locale of the server's machine. If it is not given: as in the template. Cannot change.",
      examples: ['C', 'en_US.UTF-8'],
    },
    template: {
      ...name(
        'The database that it begins as a copy of. With another one than template0, encoding and locale must be those of the template. Cannot change.',
        'template1',
      ),
      default: 'template0',
    },
    extensions: {
      type: 'array',
      default: [],
      maxItems: 200,
      description: 'What is installed in it. One that is taken out of the list is dropped; those that others installed are left alone.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name'],
        properties: {
          name: name('The name of the extension.', 'pgcrypto'),
          version: {
            type: 'string',
            minLength: 1,
            maxLength: 63,
            description: 'Its version. If it is not given: the newest at first, then any.',
            examples: ['1.3'],
          },
          schema: name('The schema that it is installed in, which must exist. If it is not given: public at first, then any.', 'public'),
        },
      },
      examples: [[{ name: 'pgcrypto' }, { name: 'hstore', schema: 'public' }]],
    },
    connection_limit: {
      type: 'integer',
      minimum: -1,
      maximum: 1_000_000,
      default: -1,
      description: 'How many connections there may be at once; -1 for any number.',
      examples: [50],
    },
    allow_connections: { type: 'boolean', default: true, description: 'Whether anybody may connect at all.', examples: [false] },
    settings: settingsSchema('database'),
    comment: {
      type: 'string',
      maxLength: 10_000,
      description: 'What people read about it. A short mark of this resource stands behind it in PostgreSQL.',
      examples: ['Orders of the shop'],
    },
    force_delete: {
      type: 'boolean',
      default: false,
      description: 'Whether a delete may end the connections of others. Otherwise a database that is in use is not dropped.',
      examples: [true],
    },
  },
} as const satisfies JsonObject;
