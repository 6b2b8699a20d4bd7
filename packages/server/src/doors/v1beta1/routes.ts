/** All routes of the door, as data: the server listens to them and the OpenAPI document describes them. */
import { act, execute } from './act.ts';
import type { Verb } from './ask.ts';
import { create } from './create.ts';
import { list } from './list.ts';
import { logs } from './logs.ts';
import { createModule, getModule, listModules, removeModule, updateModule } from './modules.ts';
import { get, revisions } from './read.ts';
import { remove } from './remove.ts';
import { update } from './update.ts';
import { version } from './version.ts';
import { watch } from './watch.ts';

export interface Parameter {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'int32' | 'list' | 'words';
  readonly says: string;
}

export interface Route {
  /** The name of the ancestor's call, or ours where it has none. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{urn}` for a part of the path. */
  readonly path: string;
  readonly tag: 'resources' | 'modules' | 'server';
  readonly says: string;
  readonly query?: readonly Parameter[];
  /** Headers that mean something here besides those of every route. */
  readonly headers?: readonly ('user-id' | 'Idempotency-Key' | 'If-Match' | 'Last-Event-ID')[];
  readonly user: 'required' | 'optional';
  /** Name of the schema of the body. */
  readonly body?: string;
  /** Name of the schema of the answer, and how it comes. */
  readonly answer: string;
  readonly stream?: 'application/x-ndjson' | 'text/event-stream';
  readonly verb: Verb;
}

const kind: Parameter = { name: 'kind', type: 'string', says: 'Only this kind.' };
const project: Parameter = { name: 'project', type: 'string', says: 'Only this project.' };
const labels: Parameter = { name: 'labels', type: 'words', says: 'Only resources with all of these labels: `labels[team]=a`.' };
const selector: Parameter = { name: 'label_selector', type: 'string', says: 'For example `team=a,tier!=b,env in (dev,test),owner,!old`.' };
const dryRun: Parameter = { name: 'dry_run', type: 'boolean', says: 'Go through everything and write nothing.' };
const newLabels: Parameter = { name: 'labels', type: 'words', says: 'Merged into the labels; an empty value removes the key.' };

const listing: readonly Parameter[] = [
  project,
  kind,
  labels,
  selector,
  { name: 'status', type: 'list', says: 'Only these statuses; may be repeated.' },
  { name: 'with_spec_configs', type: 'boolean', says: 'Answer `spec.configs` too; it is `null` otherwise.' },
  { name: 'page_size', type: 'int32', says: 'How many at most; below 1: all.' },
  { name: 'page_num', type: 'int32', says: 'Which page of that size, from 1.' },
  { name: 'page_token', type: 'string', says: 'The `next_page_token` of an earlier answer: cheaper and steadier than page numbers.' },
];

const watching: readonly Parameter[] = [
  project,
  kind,
  labels,
  selector,
  { name: 'since', type: 'string', says: 'Begin after this version; from now on if absent.' },
];

export const routes: readonly Route[] = [
  {
    name: 'ListResources',
    method: 'GET',
    path: '/api/v1beta1/resources',
    tag: 'resources',
    says: 'List resources in the order of their URNs. `count` is the true total.',
    query: listing,
    user: 'optional',
    answer: 'ListResourcesResponse',
    verb: list,
  },
  {
    name: 'GetResource',
    method: 'GET',
    path: '/api/v1beta1/resources/{urn}',
    tag: 'resources',
    says: 'One resource. `ETag` is its version.',
    user: 'optional',
    answer: 'ResourceResponse',
    verb: get,
  },
  {
    name: 'CreateResource',
    method: 'POST',
    path: '/api/v1beta1/resources',
    tag: 'resources',
    says: 'Declare a new resource.',
    query: [dryRun],
    headers: ['Idempotency-Key'],
    user: 'required',
    body: 'CreateResource',
    answer: 'ResourceResponse',
    verb: create,
  },
  {
    name: 'UpdateResource',
    method: 'PATCH',
    path: '/api/v1beta1/resources/{urn}',
    tag: 'resources',
    says: 'Replace the configs, merge the labels. Dependencies cannot be changed.',
    headers: ['Idempotency-Key', 'If-Match'],
    user: 'required',
    body: 'UpdateResource',
    answer: 'ResourceResponse',
    verb: update,
  },
  {
    name: 'DeleteResource',
    method: 'DELETE',
    path: '/api/v1beta1/resources/{urn}',
    tag: 'resources',
    says: 'Ask for the deletion. It goes on by itself; the resource is gone when it answers 404.',
    headers: ['Idempotency-Key', 'If-Match'],
    user: 'optional',
    answer: 'Empty',
    verb: remove,
  },
  {
    name: 'ApplyAction',
    method: 'POST',
    path: '/api/v1beta1/resources/{urn}/actions/{action}',
    tag: 'resources',
    says: 'Run an action of the kind. The body is its parameters.',
    query: [dryRun, newLabels],
    headers: ['Idempotency-Key', 'If-Match'],
    user: 'required',
    body: 'ActionParams',
    answer: 'ResourceResponse',
    verb: act,
  },
  {
    name: 'ExecuteAction',
    method: 'POST',
    path: '/api/v1beta1/resources/{urn}/execute',
    tag: 'resources',
    says: 'The same with the name of the action in the body, as older documents have it.',
    query: [dryRun],
    headers: ['Idempotency-Key', 'If-Match'],
    user: 'required',
    body: 'ExecuteAction',
    answer: 'ResourceResponse',
    verb: execute,
  },
  {
    name: 'GetLog',
    method: 'GET',
    path: '/api/v1beta1/resources/{urn}/logs',
    tag: 'resources',
    says: 'The log of a resource as it comes, one JSON document per line.',
    query: [{ name: 'filter', type: 'words', says: 'What the kind can filter by: `filter[pod]=a`.' }],
    user: 'optional',
    answer: 'LogLine',
    stream: 'application/x-ndjson',
    verb: logs,
  },
  {
    name: 'GetResourceRevisions',
    method: 'GET',
    path: '/api/v1beta1/resources/{urn}/revisions',
    tag: 'resources',
    says: 'What was declared when, by whom and why, newest first.',
    user: 'optional',
    answer: 'RevisionsResponse',
    verb: revisions,
  },
  {
    name: 'WatchResources',
    method: 'GET',
    path: '/api/v1beta1/watch',
    tag: 'resources',
    says: 'Every change once and in order, as server-sent events `put`, `gone`, `bookmark` and `error`. 410 when `since` is too old: list again.',
    query: watching,
    headers: ['Last-Event-ID'],
    user: 'optional',
    answer: 'WatchEvent',
    stream: 'text/event-stream',
    verb: watch,
  },
  {
    name: 'ListModules',
    method: 'GET',
    path: '/api/v1beta1/modules',
    tag: 'modules',
    says: 'What projects have configured for the modules of their kinds.',
    query: [project],
    user: 'optional',
    answer: 'ModulesResponse',
    verb: listModules,
  },
  {
    name: 'GetModule',
    method: 'GET',
    path: '/api/v1beta1/modules/{urn}',
    tag: 'modules',
    says: 'One module configuration.',
    user: 'optional',
    answer: 'ModuleResponse',
    verb: getModule,
  },
  {
    name: 'CreateModule',
    method: 'POST',
    path: '/api/v1beta1/modules',
    tag: 'modules',
    says: 'Configure the module of a kind for a project. `name` is the kind.',
    headers: ['Idempotency-Key'],
    user: 'optional',
    body: 'CreateModule',
    answer: 'ModuleResponse',
    verb: createModule,
  },
  {
    name: 'UpdateModule',
    method: 'PATCH',
    path: '/api/v1beta1/modules/{urn}',
    tag: 'modules',
    says: 'Replace a module configuration.',
    headers: ['Idempotency-Key', 'If-Match'],
    user: 'optional',
    body: 'UpdateModule',
    answer: 'ModuleResponse',
    verb: updateModule,
  },
  {
    name: 'DeleteModule',
    method: 'DELETE',
    path: '/api/v1beta1/modules/{urn}',
    tag: 'modules',
    says: 'Forget a module configuration.',
    headers: ['Idempotency-Key', 'If-Match'],
    user: 'optional',
    answer: 'Empty',
    verb: removeModule,
  },
  {
    name: 'GetVersion',
    method: 'POST',
    path: '/api/v1/version',
    tag: 'server',
    says: 'Exchange versions.',
    user: 'optional',
    body: 'VersionRequest',
    answer: 'VersionResponse',
    verb: version,
  },
];
