/** L6: a watch sees every change once, in commit order, from wherever it goes on, and what it has seen adds up to the list. */
import type { Watched } from '../../../src/app/app.ts';
import { matches } from '../../../src/core/labels.ts';
import type { Resource, Version } from '../../../src/core/resource.ts';
import { NO_PROJECT, type Urn } from '../../../src/core/urn.ts';
import type { ChangeRecord } from '../../../src/store/port.ts';
import type { Scope } from '../watcher.ts';
import { demand, type Ground } from './ground.ts';

interface Seen {
  at: Version;
  readonly list: Map<Urn, Resource>;
}

export class Watches {
  readonly #ground: Pick<Ground, 'tables'>;
  readonly #seen = new Map<string, Seen & { readonly scope: Scope }>();

  constructor(ground: Pick<Ground, 'tables'>) {
    this.#ground = ground;
  }

  saw(watcher: string, scope: Scope, watched: Watched): void {
    const seen = this.#seen.get(watcher) ?? { at: '0' as Version, list: new Map<Urn, Resource>(), scope };
    this.#seen.set(watcher, seen);
    demand(Number(watched.version) >= Number(seen.at), 'L6', () => `${watcher} saw ${watched.version} after ${seen.at}`);
    const due = this.#after(seen.at, Number(watched.version), scope);
    if (watched.type === 'bookmark') {
      demand(due.length === 0, 'L6', () => `${watcher} was told ${watched.version}, but has not seen ${due[0]?.version}`);
    } else {
      const [first] = due;
      const text = JSON.stringify(watched.resource);
      demand(
        first?.version === watched.version && due.length === 1,
        'L6',
        () => `${watcher} saw ${watched.version} where ${first?.version ?? 'nothing'} was due`,
      );
      demand(JSON.stringify(first.resource) === text, 'L6', () => `${watcher} saw ${watched.version} other than it was written`);
      if (watched.type === 'gone' || watched.type === 'left') seen.list.delete(watched.resource.urn);
      else seen.list.set(watched.resource.urn, watched.resource);
    }
    seen.at = watched.version;
  }

  /** What has to be seen between two versions. Of those that select by labels: what fits now, or did before. */
  #after(since: Version, upTo: number, scope: Scope): readonly ChangeRecord[] {
    const { changes, trimmed } = this.#ground.tables;
    return changes.slice(Number(BigInt(since) - trimmed), upTo - Number(trimmed)).filter((change) => isWanted(change, scope));
  }

  /** When nothing happens any more, everybody has seen everything. */
  ended(): void {
    const { clock, resources } = this.#ground.tables;
    for (const [watcher, { at, list, scope }] of this.#seen) {
      const missed = this.#after(at, Number(clock), scope);
      demand(missed.length === 0, 'L6', () => `${watcher} stands at ${at} and has never seen ${missed[0]?.version}`);
      const now = [...resources.values()].filter((resource) => fits(resource, resource.labels, scope));
      const differs = now.length !== list.size || now.some((resource) => list.get(resource.urn)?.version !== resource.version);
      demand(!differs, 'L6', () => `what ${watcher} has seen does not add up to the list`);
    }
  }
}

function isWanted({ type, was, resource }: ChangeRecord, scope: Scope): boolean {
  const now = type !== 'gone' && fits(resource, resource.labels, scope);
  const before = type !== 'new' && fits(resource, was?.labels ?? resource.labels, scope);
  return now || before;
}

const fits = (resource: Resource, labels: Resource['labels'], { kind, project, labels: wanted = [] }: Scope): boolean =>
  (kind === undefined ? resource.project !== NO_PROJECT : resource.kind === kind) &&
  (project === undefined || resource.project === project) &&
  matches(labels, wanted);
