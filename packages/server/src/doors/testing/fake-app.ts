/** An `App` in memory, just real enough to see what a door asks for and what it makes of the answers. */
import { type Kind, type LogChunk, ProblemError } from '@ectropy/sdk';
import type { ActRequest, App, Caller, Edit, ListRequest, MutateOptions, Result, WatchRequest, Watched } from '../../app/app.ts';
import { matches } from '../../core/labels.ts';
import type { Resource, Version } from '../../core/resource.ts';
import { type Urn, formatUrn, identityProblems } from '../../core/urn.ts';
import type { ModuleRecord } from '../../store/port.ts';
import { aResource, ready } from '../../testing/builders.ts';

const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

export const kinds: readonly Kind[] = [
  {
    name: 'file',
    description: 'A file.',
    schema: { type: 'object', properties: { path: { type: 'string' }, password: { type: 'string' } }, examples: [{ path: '/tmp/one' }] },
    secret: ['password', 'users.token'],
    actions: { touch: { description: 'Touches it.', params: { type: 'object' } } },
  },
  { name: 'kafka', description: 'A broker.', schema: { type: 'object' }, needs: { zone: { kind: 'file' } } },
];

export interface Asked {
  readonly verb: string;
  readonly request?: unknown;
  readonly caller: Caller;
  readonly options?: MutateOptions;
}

export interface FakeApp extends App {
  readonly asked: Asked[];
  readonly resources: Map<Urn, Resource>;
  /** What the next call throws, whatever it is. */
  failNext(error: unknown): void;
  watching: (request: WatchRequest) => AsyncIterable<Watched>;
  logging: (signal: AbortSignal) => AsyncIterable<LogChunk>;
}

const absent = (urn: Urn): ProblemError => new ProblemError({ code: 'not_found', message: `resource with urn '${urn}' not found` });

const unsupported = (): never => {
  throw new Error('no door under test calls this');
};

export function fakeApp(initial: readonly Resource[] = []): FakeApp {
  const asked: Asked[] = [];
  const resources = new Map(initial.map((resource) => [resource.urn, resource]));
  const modules = new Map<string, ModuleRecord>();
  let failure: { readonly error: unknown } | undefined;
  let clock = 100;

  const note = (verb: string, request: unknown, caller: Caller, options?: MutateOptions): void => {
    asked.push({ verb, request, caller, ...(options && { options }) });
    const { error } = failure ?? {};
    failure = undefined;
    if (error !== undefined) throw error;
  };
  const found = (urn: Urn): Resource => {
    const resource = resources.get(urn);
    if (!resource) throw absent(urn);
    return resource;
  };
  const store = (resource: Resource, options: MutateOptions): Result => {
    const next = { ...resource, version: String(++clock) as Version };
    if (!options.dryRun) resources.set(next.urn, next);
    return { resource: next, operation: { type: 'noop', urn: next.urn, changes: [], steps: [], base: null } };
  };
  const applyOne = (edit: Edit, caller: Caller, options: MutateOptions): Result => {
    const { kind, project, name, mode, declare } = edit;
    const [first, ...others] = identityProblems(edit);
    if (first) throw new ProblemError([first, ...others]);
    const current = resources.get(formatUrn(edit));
    if (mode === 'create' && current)
      throw new ProblemError({ code: 'exists', message: `resource with urn '${current.urn}' already exists` });
    if (mode === 'update' && !current) throw absent(formatUrn(edit));
    const draft = declare(current) as Pick<Resource, 'labels' | 'annotations' | 'spec' | 'dependencies'>;
    return store(aResource({ ...current, kind, project, name, ...draft, updatedBy: caller.actor, state: ready() }), options);
  };

  const app: FakeApp = {
    asked,
    resources,
    failNext: (error) => void (failure = { error }),
    async apply(edits, caller, options = {}) {
      note('apply', edits, caller, options);
      return edits.map((edit) => applyOne(edit, caller, options));
    },
    async act(request: ActRequest, caller, options = {}) {
      note('act', request, caller, options);
      return store(found(request.urn), options);
    },
    async remove(requests, caller, options = {}) {
      note('remove', requests, caller, options);
      return requests.map(({ urn }) => store(found(urn), { ...options, dryRun: true }));
    },
    async get(urn, caller) {
      note('get', urn, caller);
      return found(urn);
    },
    async status(urn, caller) {
      note('status', urn, caller);
      return found(urn);
    },
    async list(request: ListRequest, caller) {
      note('list', request, caller);
      const { limit = 500, offset = 0, cursor, labels = [], kind, project } = request;
      const all = [...resources.values()].filter(
        (one) => (kind ?? one.kind) === one.kind && (project ?? one.project) === one.project && matches(one.labels, labels),
      );
      const start = cursor === undefined ? offset : Number(cursor);
      const more = start + limit < all.length;
      const page = all.slice(start, start + limit);
      return {
        resources: page,
        version: '1' as Version,
        ...(more && { cursor: String(start + limit) }),
        ...(request.total && { total: all.length }),
      };
    },
    watch: (request, caller) => {
      note('watch', request, caller);
      return paged(app.watching(request));
    },
    async revisions(urn, caller) {
      note('revisions', urn, caller);
      const { labels, annotations, spec, dependencies } = found(urn);
      return [
        {
          urn,
          number: 7,
          generation: 1,
          reason: 'action:create',
          createdAt: AT,
          createdBy: 'alice',
          labels,
          annotations,
          spec,
          dependencies,
        },
      ];
    },
    async logs(urn, filter, caller, { signal }) {
      note('logs', { urn, filter }, caller);
      found(urn);
      return app.logging(signal);
    },
    kinds: () => kinds,
    modules: {
      list: async (project, caller) => {
        note('modules.list', project, caller);
        return [...modules.values()];
      },
      get: async (project, name) => {
        const module = modules.get(`${project}/${name}`);
        if (!module)
          throw new ProblemError({ code: 'not_found', message: `module with urn 'orn:entropy:module:${project}:${name}' not found` });
        return module;
      },
      create: async (draft, caller) => {
        note('modules.create', draft, caller);
        if (modules.has(`${draft.project}/${draft.name}`))
          throw new ProblemError({ code: 'exists', message: 'module with given name and project already exists' });
        const record = { ...draft, createdAt: AT, updatedAt: AT };
        modules.set(`${draft.project}/${draft.name}`, record);
        return record;
      },
      update: async (draft, caller) => {
        note('modules.update', draft, caller);
        return { ...draft, createdAt: AT, updatedAt: AT };
      },
      remove: async (project, name, caller) => {
        note('modules.remove', { project, name }, caller);
        modules.delete(`${project}/${name}`);
      },
    },
    watching: () => (async function* () {})(),
    logging: () => (async function* () {})(),
    adopt: unsupported,
    rollback: unsupported,
    retry: unsupported,
    cancel: unsupported,
    pause: unsupported,
    resume: unsupported,
    check: unsupported,
    plan: unsupported,
    getPlan: unsupported,
    applyPlan: unsupported,
    events: unsupported,
    report: unsupported,
    plans: unsupported,
    dropPlan: unsupported,
    may: () => undefined,
    lookUp: unsupported,
    version: unsupported,
    rename: unsupported,
    artifacts: { list: unsupported, get: unsupported, set: unsupported, remove: unsupported },
    tree: unsupported,
    dependents: unsupported,
    projectTree: unsupported,
    why: unsupported,
  };
  return app;
}

async function* paged<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  for await (const item of items) yield [item];
}
