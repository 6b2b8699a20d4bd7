/** The store, with every secret value sealed on its way in and opened on its way out (L11). */
import { isObject, type Json, ProblemError } from '@ectropy/sdk';
import type { Resource } from '../core/resource.ts';
import { parseUrn } from '../core/urn.ts';
import type { Kinds } from '../hub/kinds.ts';
import type { Group, ModuleOutcome, Outcome, Revision, Sealed, Store } from '../store/port.ts';
import { byAnyKey } from './fingerprint.ts';
import type { Keyring } from './keyring.ts';
import { openDocument, sealResource } from './sealed-document.ts';
import { openSealer, type Sealer } from './sealer.ts';

export interface SealingOptions {
  readonly randomBytes: (size: number) => Uint8Array;
}

type Known = Pick<Kinds, 'find'>;

export function sealing(store: Store, kinds: Known, keyring: Keyring, { randomBytes }: SealingOptions): Store {
  const sealer = openSealer(keyring, randomBytes);
  const open = (resource: Resource): Resource => openDocument(resource, sealer);
  return {
    ...store,
    async load(urns, modules) {
      const loaded = await store.load(urns, modules);
      if (!someSealed(loaded.resources.values(), itself)) return loaded;
      return { ...loaded, resources: new Map([...loaded.resources].map(([urn, resource]) => [urn, open(resource)])) };
    },
    async commit(group) {
      const sealed = sealGroup(group, kinds, sealer);
      const outcome = await byAnyKey(sealed.idempotency, keyring, isMisused, (idempotency) =>
        store.commit(idempotency ? { ...sealed, idempotency: { ...sealed.idempotency, ...idempotency } } : sealed),
      );
      return outcome.type === 'committed' ? committed(group, sealed, outcome) : openOutcome(outcome, open);
    },
    async recall(idempotency) {
      const outcome = await byAnyKey(idempotency, keyring, isMisused, (keyed) => store.recall(keyed ?? idempotency));
      return outcome && openOutcome(outcome, open);
    },
    async list(query) {
      const page = await store.list(query);
      return someSealed(page.resources, itself) ? { ...page, resources: page.resources.map(open) } : page;
    },
    async claim(request) {
      const claims = await store.claim(request);
      return someSealed(claims, ofItem) ? claims.map((claim) => ({ ...claim, resource: open(claim.resource) })) : claims;
    },
    async changes(since, limit, kind) {
      const page = await store.changes(since, limit, kind);
      if (!someSealed(page.changes, ofItem)) return page;
      return { ...page, changes: page.changes.map((change) => ({ ...change, resource: open(change.resource) })) };
    },
    async revisions(urn, options) {
      return (await store.revisions(urn, options)).map((revision): Revision => openDocument(revision, sealer));
    },
    savePlan: async (id, project, plan) =>
      store.savePlan(id, project, holdsSecrets(plan, kinds) ? { id, sealed: sealer.seal(plan, planAt(id)) } : plan),
    async plan(id) {
      const plan = await store.plan(id);
      const read = plan === undefined ? undefined : openPlan(plan, id, sealer);
      if (read?.type === 'unread') throw new ProblemError(read.problem);
      return read?.value;
    },
    async plans(query) {
      const read = (await store.plans(query)).map((plan) => openPlan(plan, undefined, sealer));
      return read.flatMap((one) => (one.type === 'read' ? [one.value] : [])); // who may see it cannot be told
    },
    writeModule: (write) =>
      byAnyKey(write.idempotency, keyring, isMisusedModule, (idempotency) =>
        store.writeModule(idempotency ? { ...write, idempotency } : write),
      ),
  };
}

const isMisused = (outcome: Outcome | undefined): boolean => outcome?.type === 'refused' && outcome.refusal.type === 'misused-key';
const isMisusedModule = (outcome: ModuleOutcome): boolean => outcome.type === 'refused' && outcome.why === 'misused-key';

const itself = (resource: Resource): Resource & Sealed => resource;
const ofItem = ({ resource }: { readonly resource: Resource }): Resource & Sealed => resource;

function someSealed<Item>(items: Iterable<Item>, resourceOf: (item: Item) => Resource & Sealed): boolean {
  for (const item of items) if (resourceOf(item).sealed !== undefined) return true;
  return false;
}

/** The very group that came in, where nothing in it is secret. */
function sealGroup(group: Group, kinds: Known, sealer: Sealer): Group {
  const seal = (resource: Resource): Resource & Sealed => sealResource(resource, kinds.find(resource.kind)?.kind, sealer);
  const isSecret = (resource: Resource): boolean =>
    resource.unopened !== undefined || Boolean(kinds.find(resource.kind)?.kind.secret?.length);
  const unchanged = group.idempotency?.unchanged ?? [];
  if (!group.writes.some(({ resource }) => isSecret(resource)) && !unchanged.some(isSecret)) return group;
  return {
    ...group,
    writes: group.writes.map((write) => ({ ...write, resource: seal(write.resource) })),
    ...(group.idempotency && { idempotency: { ...group.idempotency, unchanged: unchanged.map(seal) } }),
  };
}

/** What was written is known here: only its versions are new. */
const committed = (group: Group, sealed: Group, outcome: Outcome & { type: 'committed' }): Outcome =>
  sealed === group
    ? outcome
    : {
        ...outcome,
        resources: group.writes.map(({ resource }, i) => ({ ...resource, version: outcome.resources[i]?.version ?? resource.version })),
      };

type Answered = Exclude<Outcome, { type: 'committed' }>;

const openOutcome = (outcome: Answered, open: (resource: Resource) => Resource): Answered =>
  outcome.type === 'replayed' ? { ...outcome, resources: outcome.resources.map(open) } : outcome;

const planAt = (id: string) => ({ scope: `plan ${id}`, path: [] });

/** Drafts and parameters of actions stand in a plan as they were sent: if one of its kinds has secrets, the whole is sealed. */
function holdsSecrets(document: Json, kinds: Known): boolean {
  const { plan } = (isObject(document) ? document : {}) as {
    readonly plan?: { readonly operations?: readonly { readonly urn: string }[] };
  };
  return (plan?.operations ?? []).some(({ urn }) => kinds.find(parseUrn(urn)?.kind ?? '')?.kind.secret?.length);
}

/** Only a sealed plan has this form: any other holds what was asked for. `id`: the one that it must be. */
function openPlan(document: Json, id: string | undefined, sealer: Sealer): ReturnType<Sealer['open']> {
  if (!isObject(document) || typeof document.sealed !== 'string' || typeof document.id !== 'string')
    return { type: 'read', value: document };
  return sealer.open(document.sealed, planAt(id ?? document.id));
}
