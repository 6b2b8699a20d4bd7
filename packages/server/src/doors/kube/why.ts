/** Why a resource is not ready, as an answer. */
import type { JsonObject } from '@ectropy/sdk';
import type { Cause } from '../../app/why.ts';
import { timeOf } from '../../hub/view/document.ts';
import { type Answer, type Ask, type KubeDeps, ownApiVersion, type Site, urnOf } from './ask.ts';
import { referenceOf } from './reference.ts';

export async function why(site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const { ready, chain, roots } = await deps.app.why(urnOf(site), ask.caller);
  const shown = (causes: readonly Cause[]): readonly JsonObject[] => causes.map((cause) => causeOf(cause, deps));
  const metadata = { name: site.about.name };
  return { body: { kind: 'Why', apiVersion: ownApiVersion(deps), metadata, ready, chain: shown(chain), roots: shown(roots) } };
}

const causeOf = ({ urn, depth, ready, reason, message, nextAt, attempt, remedy }: Cause, deps: KubeDeps): JsonObject => ({
  urn,
  resource: referenceOf(urn, deps),
  depth,
  ready,
  reason,
  message,
  ...(attempt !== undefined && { attempt }),
  ...(nextAt !== undefined && { nextAttemptAt: timeOf(nextAt) }),
  ...(remedy !== undefined && { remedy }),
});
