/** The messages of the v1beta1 door as JSON schemas, with an example where one helps. */
import type { JsonObject } from '@ectropy/sdk';
import { statuses } from '../v1beta1/to-wire.ts';

const text = (description: string, more: JsonObject = {}): JsonObject => ({ type: 'string', description, ...more });
const time = (description: string): JsonObject => text(description, { format: 'date-time' });
const words = (description: string): JsonObject => ({ type: 'object', additionalProperties: { type: 'string' }, description });
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const listOf = (name: string): JsonObject => ({ type: 'array', items: ref(name) });
/** Any JSON at all. */
const json = (description: string): JsonObject => ({ description });

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const dependencies: JsonObject = {
  description: 'What this resource depends on. Older documents write a map: `{ "key": "urn" }` or `{ "key": { "name": "…" } }`.',
  oneOf: [listOf('ResourceDependency'), { type: 'object', additionalProperties: true }],
};

const identity: JsonObject = {
  kind: text('The kind, as it stands in the URN.'),
  name: text('Unique within kind and project.'),
  project: text('Who owns the resource. Older documents say `parent`.'),
};

const resources: JsonObject = {
  Resource: object({
    urn: text('`orn:entropy:<kind>:<project>:<name>`'),
    ...identity,
    labels: words('For people and for selectors.'),
    created_at: time('When it was first declared.'),
    updated_at: time('When anything about it last changed.'),
    spec: ref('ResourceSpec'),
    state: ref('ResourceState'),
    created_by: text('The `user-id` of the first request.'),
    updated_by: text('The `user-id` of the latest change.'),
  }),
  ResourceSpec: object({
    configs: json("What is declared, by the kind's own schema. Secret values are shown as `(secret)`."),
    dependencies: listOf('ResourceDependency'),
  }),
  ResourceDependency: object({ key: text('What the kind calls it.'), value: text('URN, or the name within the project.') }),
  ResourceState: object({
    status: text('Where it stands.', { enum: ['STATUS_UNSPECIFIED', ...Object.values(statuses)] }),
    output: json('What the last finished sync answered.'),
    module_data: text('What the module remembers between steps: base64 of JSON.', { contentEncoding: 'base64' }),
    log_options: { type: 'null' },
    sync_retries: { type: 'integer', description: 'Failed attempts at the present step.' },
    sync_last_error: text('Why the last attempt failed, or what blocks it.'),
    next_sync_at: { type: ['string', 'null'], format: 'date-time', description: 'When the next step or look is due.' },
  }),
  ResourceRevision: object({
    id: text('Its number, newest highest.'),
    urn: text('The resource.'),
    labels: words('The labels at that time.'),
    created_at: time('When it was declared.'),
    spec: ref('ResourceSpec'),
    reason: text('For example `action:create`.'),
    created_by: text('Who declared it.'),
  }),
  ResourceResponse: object({ resource: ref('Resource') }),
  ListResourcesResponse: object({
    resources: listOf('Resource'),
    count: { type: 'integer', description: 'How many there are in all.' },
    next_page_token: text('Present when there is more.'),
  }),
  RevisionsResponse: object({ revisions: listOf('ResourceRevision') }),
  UpdateResource: object(
    {
      new_spec: object({ configs: json('Replaces the present configs. `(secret)` at a secret path keeps what is there.'), dependencies }),
      labels: words('Merged into the labels; an empty value removes the key.'),
      annotations: words('Merged likewise. Never answered at this door.'),
      dry_run: { type: 'boolean', default: false },
    },
    { examples: [{ new_spec: { configs: {} }, labels: { team: 'data' } }] },
  ),
  ActionParams: { type: 'object', description: 'What the action takes.', additionalProperties: true, examples: [{}] },
  ExecuteAction: object(
    {
      action: text('Its name.'),
      params: ref('ActionParams'),
      labels: words('As in update.'),
      dry_run: { type: 'boolean', default: false },
    },
    { required: ['action'], examples: [{ action: 'restart' }] },
  ),
};

const streams: JsonObject = {
  LogLine: object(
    {
      result: object({
        chunk: object({ data: text('The text, base64.', { contentEncoding: 'base64' }), labels: words('Where it came from.') }),
      }),
      error: ref('Error'),
    },
    { description: 'One line: either a chunk, or the error that ended the stream.' },
  ),
  WatchEvent: object(
    { resource: ref('Resource') },
    { description: 'The `data` of `put` and `gone`; a `bookmark` has none. `id` is the version.' },
  ),
};

const modules: JsonObject = {
  Module: object({
    urn: text('`orn:entropy:module:<project>:<name>`'),
    name: text('The kind that it configures.'),
    project: text('For whom.'),
    created_at: time('When it was created.'),
    updated_at: time('When it was last changed.'),
    configs: json("By the schema of the kind's module."),
  }),
  ModuleResponse: object({ module: ref('Module') }),
  ModulesResponse: object({ modules: listOf('Module') }),
  CreateModule: object(
    { name: text('The kind.'), project: text('For whom.'), configs: json('The configuration.') },
    { required: ['name', 'project', 'configs'], examples: [{ name: 'file', project: 'demo', configs: {} }] },
  ),
  UpdateModule: object({ configs: json('The new configuration.') }, { required: ['configs'], examples: [{ configs: {} }] }),
};

const server: JsonObject = {
  Version: object({
    version: text(''),
    commit: text(''),
    build_time: { type: ['string', 'null'], format: 'date-time' },
    lang_version: text(''),
    os: text(''),
    architecture: text(''),
  }),
  VersionRequest: object({ client: ref('Version') }),
  VersionResponse: object({ server: ref('Version') }),
  Empty: { type: 'object' },
  Error: object(
    {
      code: { type: 'integer', description: 'The gRPC code.' },
      message: text('`<code>: <message>`, all problems at once.'),
      details: {
        type: 'array',
        items: { type: 'object' },
        description: 'One `google.rpc.BadRequest` with path and remedy of each problem.',
      },
    },
    { examples: [{ code: 5, message: "not_found: resource with urn 'orn:entropy:file:demo:one' not found", details: [] }] },
  ),
};

export const messages: JsonObject = { ...resources, ...streams, ...modules, ...server };

/** The body of create for one kind, or for any. */
export const createBody = (kind: JsonObject, configs: JsonObject): JsonObject =>
  object(
    {
      ...identity,
      kind,
      labels: words('For people and for selectors.'),
      annotations: words('Policy. Never answered at this door.'),
      spec: object({ configs, dependencies }),
    },
    { required: ['kind', 'name', 'project', 'spec'] },
  );
