/** A tree that is drawn again whenever something in it has changed. */
import { isObject, ProblemError } from '@ectropy/sdk';
import { type Forest, neighboursOf, type TreeNode } from '../api/tree.ts';
import { collectionPath, type ResourceType } from '../api/types.ts';
import { pause, watch } from '../api/watch.ts';
import type { Session } from '../session.ts';
import type { Watching } from '../terminal/interrupted.ts';

export interface Drawing {
  /** A project is watched as a whole: what is new in it belongs to the tree. */
  readonly project: string | undefined;
  fetch(): Promise<Forest>;
  draw(forest: Forest): void;
}

/** Changes that come together are drawn together. */
const TOGETHER_MS = 100;
const AGAIN_MS = 500;

export async function drawAgain({ project, fetch, draw }: Drawing, session: Session, watching: Watching): Promise<void> {
  const types = (await session.types()).filter(({ verbs, subresources }) => verbs.includes('watch') && subresources.includes('tree'));
  const since = await versionNow(types, session);
  const watched = new Set<string>();
  const failed = Promise.withResolvers<never>();
  const bell = openBell(watching.signal);
  const begin = (paths: readonly string[]): void => {
    for (const path of paths.filter((one) => !watched.has(one))) {
      watched.add(path);
      pokes(path, since, session, watching, bell.ring).catch(failed.reject);
    }
  };
  const redraw = async (): Promise<void> => {
    const rung = bell.rung();
    const forest = await fetch();
    watching.found();
    draw(forest);
    begin(project === undefined ? pathsOf(forest.roots, types) : types.filter(isNamespaced).map((type) => collectionPath(type, project)));
    await rung;
    await pause(TOGETHER_MS, watching.signal);
  };
  await Promise.race([untilAborted(redraw, watching), failed.promise]);
}

/** Rung by any change, and at the end. */
function openBell(signal: AbortSignal): { ring(): void; rung(): Promise<void> } {
  let next = Promise.withResolvers<void>();
  const ring = (): void => next.resolve();
  signal.addEventListener('abort', ring, { once: true });
  return {
    ring,
    rung() {
      next = Promise.withResolvers<void>();
      if (signal.aborted) ring();
      return next.promise;
    },
  };
}

/** A server that is lost while it is asked is asked again. */
async function untilAborted(work: () => Promise<void>, { signal, lost }: Watching): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.code !== 'unavailable') throw error;
      lost(error.problem.message);
      await pause(AGAIN_MS, signal);
    }
  }
}

const isNamespaced = ({ namespaced }: ResourceType): boolean => namespaced;

function pathsOf(nodes: readonly TreeNode[], types: readonly ResourceType[]): readonly string[] {
  return nodes.flatMap((node) => {
    const type = types.find(({ kind, group }) => kind === node.kind && node.apiVersion.startsWith(`${group}/`));
    return [...(type ? [collectionPath(type, node.namespace)] : []), ...pathsOf(neighboursOf(node), types)];
  });
}

/** All collections count by one clock. */
async function versionNow([type]: readonly ResourceType[], { api, project }: Session): Promise<string> {
  if (!type) return '';
  const answer = await api.call(collectionPath(type, project), { query: { limit: 1 } });
  const metadata = isObject(answer) && isObject(answer.metadata) ? answer.metadata : {};
  return String(metadata.resourceVersion ?? '');
}

/** A version that is forgotten means that something may have changed. */
async function pokes(path: string, first: string, session: Session, watching: Watching, poke: () => void): Promise<void> {
  let since = first;
  while (!watching.signal.aborted) {
    try {
      for await (const { type } of watch(session.api, path, { since, ...watching })) if (type !== 'BOOKMARK') poke();
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.code !== 'expired') throw error;
      const answer = await session.api.call(path, { query: { limit: 1 } });
      since = isObject(answer) && isObject(answer.metadata) ? String(answer.metadata.resourceVersion ?? '') : '';
      poke();
    }
  }
}
