import { ProblemError } from '@ectropy/sdk';
import { admit, type CheckSpec, type Incoming } from '../core/admit.ts';
import { same } from '../core/diff.ts';
import { mergeWords } from '../core/labels.ts';
import { notFound } from '../core/propose.ts';
import type { Admitted, Resource, Unopened } from '../core/resource.ts';
import type { Identity, Urn } from '../core/urn.ts';
import { versionProblem } from '../hub/access/version-problem.ts';
import type { Registered } from '../hub/kinds.ts';
import { trackFields } from '../hub/view/track.ts';
import type { Deps } from './deps.ts';
import type { Request } from './request.ts';

/** What a request declares, admitted: defaulted, validated, and with all that is kept beside it. */
export function declare(
  request: Request,
  identity: Identity & { readonly urn: Urn },
  registered: Registered,
  current: Resource | undefined,
  deps: Deps,
): Admitted {
  const { checkSpec } = registered;
  if (request.type === 'apply') {
    const check = current?.unopened ? unreadable(current, current.unopened) : checkSpec;
    return admitted(identity, registered, request.edit.declare(current), check, current, deps);
  }
  if (request.type === 'adopt') return admitted(identity, registered, request.adopt.draft, checkSpec, undefined, deps);
  if (!current) throw new ProblemError(notFound(identity.urn));
  if (request.type === 'remove') return current;
  const labelled = { ...current, labels: mergeWords(current.labels, request.act.labels ?? {}) };
  return admit(identity, registered.kind, labelled, (spec) => ({ spec, problems: [] }), current);
}

/** A spec that cannot be read stays as it is, unjudged; another one has to wait until it can. */
const unreadable =
  ({ spec: present }: Resource, { problem }: Unopened): CheckSpec =>
  (spec) => ({ spec, problems: same(spec, present) ? [] : [problem] });

function admitted(
  identity: Identity,
  registered: Registered,
  draft: Incoming,
  check: CheckSpec,
  current: Resource | undefined,
  { kinds, now }: Deps,
): Admitted {
  const { kind, shape } = registered;
  const declared = admit(identity, kind, draft, check, current);
  const problem = kind.versioned !== undefined && current && versionProblem(kind.versioned, current.spec, declared.spec, kind);
  if (problem) throw new ProblemError(problem);
  if (draft.managed || !current?.managed) return { ...declared, shape };
  const managed = trackFields(current, declared, registered, { kinds, now: now(), manager: 'ectropy' });
  return { ...declared, shape, ...(managed.length > 0 && { managed }) };
}
