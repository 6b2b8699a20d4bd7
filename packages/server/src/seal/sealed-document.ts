/** Resources and revisions with their secret values sealed, and back. */
import type { Json, Kind, Path, Problem } from '@ectropy/sdk';
import { ProblemError } from '@ectropy/sdk';
import type { Resource, Unopened } from '../core/resource.ts';
import { HIDDEN, mapSecrets } from '../core/secrets.ts';
import type { State } from '../core/state.ts';
import type { Urn } from '../core/urn.ts';
import type { Sealed } from '../store/port.ts';
import { editAt } from './edit-at.ts';
import type { Sealer } from './sealer.ts';

type Close = (value: Json, path: Path) => Json;

const textOf = (path: Path): string => JSON.stringify(path);

/** Untouched where the kind has no secrets. What could not be opened goes back as it was kept. */
export function sealResource(resource: Resource, kind: Pick<Kind, 'secret'> | undefined, sealer: Sealer): Resource & Sealed {
  if (!kind?.secret?.length && !resource.unopened) return resource;
  const { unopened, ...own } = resource;
  const kept = new Set(unopened?.values.map(({ path }) => textOf(path)));
  const sealed: Path[] = [];
  const close: Close = (value, path) => {
    if (value === null || (value === HIDDEN && kept.has(textOf(path)))) return value;
    sealed.push(path);
    return sealer.seal(value, { scope: resource.urn, path });
  };
  const closed = {
    ...own,
    spec: mapSecrets(own.spec, kind, close, { path: ['spec'], at: '' }),
    state: kind?.secret?.length ? closeState(own.state, kind, close) : own.state,
  };
  const whole = unopened ? putBack(closed, unopened, sealed) : closed;
  return sealed.length > 0 ? { ...whole, sealed } : whole;
}

/** Nobody but the module knows what is secret about a memo: it is sealed as a whole. */
function closeState(state: State, kind: Pick<Kind, 'secret'>, close: Close): State {
  if (state.status === 'gone') return state;
  const inState = (field: 'output' | 'former', value: Json): Json => mapSecrets(value, kind, close, { path: ['state', field], at: '' });
  return {
    ...state,
    output: inState('output', state.output),
    ...('memo' in state && { memo: close(state.memo, ['state', 'memo']) }),
    ...('former' in state && state.former !== undefined && { former: inState('former', state.former) }),
  } as State;
}

/** A secret that was declared and cannot be read is never lost by a write: it stays at its place, or the write is refused. */
function putBack<Document extends Resource>(document: Document, { problem, values }: Unopened, sealed: Path[]): Document {
  const back = new Set<string>();
  const edits = values.map(({ path, kept }) => ({
    path,
    edit: (value: Json): Json => {
      if (value !== HIDDEN) return value;
      back.add(textOf(path));
      sealed.push(path);
      return kept;
    },
  }));
  const whole = editAt(document as unknown as Json, edits) as unknown as Document;
  if (values.some(({ path }) => path[0] === 'spec' && !back.has(textOf(path)))) throw new ProblemError(problem);
  return whole;
}

/** Opens what says that it is sealed, whatever the kind says today. */
export function openDocument<Document extends { readonly urn: Urn; readonly unopened?: Unopened }>(
  document: Document & Sealed,
  sealer: Sealer,
): Document {
  if (document.sealed === undefined) return document;
  const { sealed, ...own } = document;
  const problems: Problem[] = [];
  const values: { path: Path; kept: Json }[] = [];
  const edits = pathsIn(sealed).map((path) => ({
    path,
    edit: (kept: Json): Json => {
      const read = sealer.open(kept, { scope: document.urn, path });
      if (read.type === 'read') return read.value;
      problems.push(read.problem);
      values.push({ path, kept });
      return HIDDEN;
    },
  }));
  const open = editAt(own as unknown as Json, edits) as unknown as Document;
  const [problem] = problems;
  return problem ? { ...open, unopened: { problem, values } } : open;
}

/** The store may have been altered. */
const pathsIn = (sealed: unknown): readonly Path[] =>
  Array.isArray(sealed) ? sealed.filter((path): path is Path => Array.isArray(path) && path.length > 0) : [];
