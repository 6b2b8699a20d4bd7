/** A process of the simulation: it has its own clock, can die between any two events, and can stand still and go on later. */
import type { Cancel, Time } from '../../src/time.ts';
import type { Stage } from './stage.ts';
import type { Fault } from './weather.ts';

/** A part of the world that processes call: how its faults are named, and whether it can be reached now. */
export interface Place {
  readonly name: 'store' | 'cloud';
  awayUntil: number;
  /** How long every way there and back takes at least. */
  readonly slowMs: number;
  unavailable(): Error;
}

/** Faults of what writes are what matters: they come more often. */
const WRITE_ODDS = 4;

export class Process {
  readonly name: string;
  readonly stage: Stage;
  readonly skewMs: number;
  #alive = true;
  #pausedUntil = 0;
  /** What was sent and has not arrived yet. */
  readonly #underWay = new Set<{ dropped: boolean }>();

  constructor(name: string, stage: Stage, skewMs = 0) {
    this.name = name;
    this.stage = stage;
    this.skewMs = skewMs;
  }

  get alive(): boolean {
    return this.#alive;
  }

  get paused(): boolean {
    return this.#pausedUntil > this.stage.loop.now;
  }

  readonly now = (): number => this.stage.now() + this.skewMs;

  readonly time: Time = {
    elapsed: () => this.stage.loop.now,
    after: (ms, work) => this.later(ms, work),
    every: (ms, work) => {
      let cancel: Cancel;
      const again = (): void => {
        cancel = this.later(ms, again);
        work();
      };
      cancel = this.later(ms, again);
      return () => cancel();
    },
  };

  /** Happens in this process: never once it is dead, and not while it stands still. */
  later(ms: number, work: () => void): Cancel {
    let cancel: Cancel;
    const arrive = (): void => {
      if (!this.#alive) return;
      if (this.paused) cancel = this.stage.loop.after(this.#pausedUntil - this.stage.loop.now + this.stage.dice.below(5), arrive);
      else work();
    };
    cancel = this.stage.loop.after(ms, arrive);
    return () => cancel();
  }

  /** What it has sent may still arrive; no answer reaches it. */
  crash(): void {
    this.#alive = false;
    if (this.#underWay.size > 0) this.stage.count('crash with calls on their way');
    for (const sent of this.#underWay) sent.dropped = this.stage.dice.chance(0.5);
  }

  pause(ms: number): void {
    this.#pausedUntil = this.stage.loop.now + ms;
  }

  resume(): void {
    this.#pausedUntil = 0;
  }

  /** Sends, lets it be done there, and brings the answer back, each at its own time or not at all. */
  call<T>(place: Place, what: string, work: () => Promise<T>, isCommit = false): Promise<T> {
    const { stage } = this;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const sent = { dropped: false };
    const odds = isCommit || place.name === 'cloud' ? WRITE_ODDS : 1;
    this.#underWay.add(sent);
    const answer = (ms: number, tell: () => void): void => void this.later(ms, tell);
    const fail = (ms: number): void => answer(ms, () => reject(place.unavailable()));
    stage.loop.after(this.#latency(place, 'call', odds), () => {
      this.#underWay.delete(sent);
      if (sent.dropped) return;
      if (place.awayUntil > stage.loop.now || stage.strikes(`${place.name} call refused`, stage.weather.refused * odds)) {
        stage.note(this.name, () => `${what} could not be done: the ${place.name} is away`);
        return fail(this.#latency(place, 'reply', odds));
      }
      const lost = stage.strikes(`${place.name} reply lost`, stage.weather.replyLost * odds);
      if (lost && isCommit) stage.count('commit unknown');
      void work().then(
        (value) => (lost ? this.#loseReply(what, fail) : answer(this.#latency(place, 'reply', odds), () => resolve(value))),
        (error: unknown) => answer(this.#latency(place, 'reply', odds), () => reject(error)),
      );
    });
    return promise;
  }

  #loseReply(what: string, fail: (ms: number) => void): void {
    this.stage.note(this.name, () => `${what} was done, and its answer is lost`);
    fail(this.stage.dice.between(1, 3_000));
  }

  #latency({ name, slowMs }: Place, way: 'call' | 'reply', odds: number): number {
    const { dice, weather, calm } = this.stage;
    const fault: Fault = `late ${name} ${way}`;
    if (this.stage.strikes(fault, weather.late * odds)) return dice.pick([50, 500, 5_000, 20_000]) * dice.roll();
    return slowMs + (calm ? 1 : 3) * dice.roll();
  }
}
