/** A request at this door and the answer to it, between HTTP and the use cases. */
import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '@ectropy/sdk';
import type { App, Caller } from '../../app/app.ts';
import type { Urn } from '../../core/urn.ts';
import { formatUrn } from '../../core/urn.ts';
import type { Kinds } from '../../hub/kinds.ts';
import type { Streamed } from '../http/stream.ts';
import type { Views } from './views.ts';
import { projectOf, type WireView } from './view.ts';
import type { ResourceTarget } from './wire/path.ts';
import type { About } from './wire/refused.ts';
import { badRequest } from './wire/refused.ts';
import { warningsOf } from './wire/strict.ts';

export interface Ask {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Uint8Array;
  readonly caller: Caller;
  /** Aborts when the client has gone or the server closes. */
  signal(): AbortSignal;
}

export interface KubeDeps {
  readonly app: App;
  readonly kinds: Kinds;
  readonly views: Views;
  readonly now: () => number;
  /** A whole number from 0 up to the bound, without it. */
  readonly randomBelow: (bound: number) => number;
}

export interface Plain {
  readonly status?: number;
  readonly body: JsonObject;
  /** JSON unless something else is said. */
  readonly contentType?: string;
  readonly warnings?: readonly string[];
}

export interface Raw {
  readonly status?: number;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly warnings?: readonly string[];
}

export interface Chunked {
  readonly stream: Streamed;
  readonly warnings?: readonly string[];
}

export type Answer = Plain | Raw | Chunked;

/** Where a request is aimed, with the view that serves it. */
export interface Site {
  readonly view: WireView;
  readonly target: ResourceTarget;
  readonly project: string;
  readonly about: About;
}

export function siteOf(target: ResourceTarget, view: WireView): Site {
  const { group, plural, kind } = view;
  return {
    view,
    target,
    project: projectOf(view, target.namespace),
    about: { group, resource: plural, kind, name: target.name ?? '' },
  };
}

export function urnOf({ view, target, project }: Site, name = target.name): Urn {
  if (name === undefined) throw badRequest('the name must be set');
  return formatUrn({ kind: view.registered.kind.name, project, name: storedName(view, name) });
}

export const storedName = (view: WireView, name: string): string => view.stored?.(name) ?? name;

/** What is said to whoever still uses a version that is going to go, as a header. */
export const deprecation = ({ deprecated }: WireView): readonly string[] => (deprecated === undefined ? [] : warningsOf([deprecated]));

/** Of what only this server has: plans, trees, revisions. */
export const ownApiVersion = ({ kinds }: Pick<KubeDeps, 'kinds'>): string => `${kinds.scheme.groupOf({})}/v1`;
