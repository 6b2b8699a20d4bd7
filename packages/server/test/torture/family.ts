/** One client's own things: a network, two servers in it, a disk on the first. What it does to them is drawn; what it was told is kept. */
import { setTimeout as pass } from 'node:timers/promises';
import type { JsonObject } from '@ectropy/sdk';
import { aFleet, type Dice, documentOf, pathOf, type Thing } from '../cloud/fleet.ts';
import type { Call, Wire } from '../product.ts';
import type { Client } from './client.ts';
import type { Asked, Declared, Identity, Told } from './oracle/history.ts';

export interface FamilyDeps {
  readonly client: Client;
  readonly dice: Dice;
  /** How a thing stands, as watchers know it. */
  readonly now: (place: string) => Told | undefined;
  readonly asked: Asked[];
  readonly signal: AbortSignal;
}

interface Member {
  readonly thing: Thing;
  readonly mark: string;
}

const READY_MS = 30_000;
/** One in so many acknowledged requests is sent once more. */
const REPLAYED = 15;
const GONE_MS = 90_000;
const sizes = ['small', 'medium', 'large'] as const;
const placeOf = ({ collection, name }: Thing): string => `${collection}/${name}`;

export class Family {
  readonly #number: number;
  readonly #deps: FamilyDeps;
  readonly #things: readonly Thing[];
  readonly #alive = new Map<string, Member>();
  #count = 0;

  constructor(number: number, deps: FamilyDeps) {
    this.#number = number;
    this.#deps = deps;
    this.#things = aFleet(number + 1).slice(-4);
  }

  /** What it wants to be there. */
  declared(): readonly Declared[] {
    return [...this.#alive].map(([place, { thing, mark }]) => ({
      place,
      mark,
      spec: thing.spec,
      ...(thing.on !== undefined && { on: `${thing.collection === 'disks' ? 'servers' : 'networks'}/${thing.on}` }),
    }));
  }

  async live(): Promise<void> {
    const { signal, dice } = this.#deps;
    for (const thing of this.#things) await this.#apply(thing);
    await this.#something((99 - 13 * (this.#number % 7)) % 100); // every kind of thing happens early in some family
    while (!signal.aborted) {
      await this.#something(dice(100));
      if (dice(10) < 6) await this.#until(READY_MS, () => this.#members().every(({ thing }) => this.#isReady(thing)));
      else await pass(dice(200));
    }
    for (const thing of this.#things) if (!this.#alive.has(placeOf(thing))) await this.#apply(thing);
  }

  async #something(roll: number): Promise<void> {
    if (roll < 40) return this.#edit(this.#pick());
    if (roll < 55) return void (await Promise.all(this.#members().map(({ thing }) => this.#edit(thing))));
    if (roll < 80) return this.#reboot(this.#server());
    if (roll < 88) return this.#burst(this.#pick(), 2 + this.#deps.dice(3));
    if (roll < 95) return this.#renew(this.#things.slice(3));
    return this.#renew(this.#things);
  }

  #members(): readonly Member[] {
    return [...this.#alive.values()];
  }

  #pick(): Thing {
    const members = this.#members();
    return members[this.#deps.dice(members.length)]?.thing ?? this.#first();
  }

  #server(): Thing {
    return this.#alive.get(`servers/s${this.#number}${this.#deps.dice(2) === 0 ? 'a' : 'b'}`)?.thing ?? this.#first();
  }

  #first(): Thing {
    const [first] = this.#things;
    if (!first) throw new Error('a family has members');
    return first;
  }

  async #burst(thing: Thing, times: number): Promise<void> {
    for (let i = 0; i < times; i += 1) await this.#edit(this.#alive.get(placeOf(thing))?.thing ?? thing);
  }

  async #edit(thing: Thing): Promise<void> {
    const { spec, replaces } = edited(thing, this.#deps.dice);
    await this.#apply({ ...thing, spec }, replaces);
  }

  async #apply(thing: Thing, replaces = false): Promise<void> {
    const mark = this.#mark();
    const marked = { ...thing, spec: { ...thing.spec, labels: { mark } } };
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    const call: Call = { method: 'PATCH', body: documentOf(marked), headers };
    const one = await this.#ask(mark, marked, 'apply', `${pathOf(thing)}?fieldManager=torture&force=true`, call, replaces);
    if (one.outcome === 'acked') this.#alive.set(placeOf(thing), { thing: marked, mark });
  }

  /** Only what is ready can be rebooted. */
  async #reboot(server: Thing): Promise<void> {
    if (server.collection !== 'servers') return;
    await this.#until(READY_MS, () => this.#isReady(server));
    await this.#ask(this.#mark(), server, 'reboot', `${pathOf(server)}/actions/reboot`, { method: 'POST', body: {} });
  }

  /** Whoever depends on others is asked to go first, and nobody is waited for until all were asked. */
  async #renew(things: readonly Thing[]): Promise<void> {
    const there = things.filter((thing) => this.#alive.has(placeOf(thing)));
    for (const thing of there.toReversed()) {
      const { outcome } = await this.#ask(this.#mark(), thing, 'delete', pathOf(thing), { method: 'DELETE' });
      if (outcome === 'acked') this.#alive.delete(placeOf(thing));
    }
    await this.#until(GONE_MS, () => things.every((thing) => this.#deps.now(placeOf(thing)) === undefined));
    for (const thing of there) await this.#apply(thing);
  }

  #mark(): string {
    this.#count += 1;
    return `f${this.#number}-${this.#count}`;
  }

  #isReady(thing: Thing): boolean {
    const place = placeOf(thing);
    const told = this.#deps.now(place);
    return told?.phase === 'Ready' && told.generation === told.observed && told.mark === this.#alive.get(place)?.mark;
  }

  async #until(ms: number, holds: () => boolean): Promise<void> {
    const end = Date.now() + ms;
    while (!holds() && Date.now() < end) await pass(20);
  }

  /** Once more under the same key: the answer must be the same. */
  async #again(path: string, keyed: Call): Promise<Identity> {
    const { answer } = await this.#deps.client.send(path, keyed);
    return answer && answer.status < 300 ? identityOf(answer.body) : { uid: `answered with ${answer?.status ?? 'nothing'}` };
  }

  async #ask(mark: string, thing: Thing, op: Asked['op'], path: string, call: Call, replaces = false): Promise<Asked> {
    const keyed: Call = { ...call, headers: { 'idempotency-key': crypto.randomUUID(), ...call.headers } };
    const { answer, attempts, doubtful, sentAt, answeredAt } = await this.#deps.client.send(path, keyed);
    const status = answer?.status ?? 0;
    const outcome = !answer ? 'unanswered' : status < 300 ? 'acked' : doubtful ? 'unsure' : 'refused';
    const one: Asked = {
      mark,
      place: placeOf(thing),
      op,
      outcome,
      sentAt,
      answeredAt,
      attempts,
      status,
      ...(outcome === 'acked' && answer && identityOf(answer.body)),
      ...(outcome === 'acked' && this.#deps.dice(REPLAYED) === 0 && { again: await this.#again(path, keyed) }),
      ...(replaces && { replaces }),
      ...(outcome !== 'acked' && { text: answer?.text ?? 'no answer' }),
    };
    this.#deps.asked.push(one);
    return one;
  }
}

/** A delete that ended at once is answered with a status, which knows no version. */
function identityOf({ metadata, details }: Wire): Identity {
  if (metadata?.uid === undefined) return details?.uid === undefined ? {} : { uid: String(details.uid) };
  return { uid: String(metadata.uid), generation: Number(metadata.generation), version: String(metadata.resourceVersion) };
}

/** A change that is possible while others depend on it. */
function edited({ collection, name, spec }: Thing, dice: Dice): { readonly spec: JsonObject; readonly replaces: boolean } {
  if (collection === 'networks') return { spec, replaces: false };
  if (collection === 'disks') return { spec: { ...spec, size_gb: Number(spec['size_gb']) + 1 }, replaces: false };
  if (name.endsWith('b') && dice(3) === 0) return { spec: { ...spec, image: `debian-${dice(1e6)}` }, replaces: true };
  const size = sizes[(sizes.findIndex((one) => one === spec['size']) + 1) % sizes.length] ?? 'small';
  return { spec: { ...spec, size }, replaces: false };
}
