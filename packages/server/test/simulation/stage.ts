/** What all processes of a simulation share: chance, time, the faults of the day, the history, and the first law that broke. */
import { type Dice, openDice } from './dice.ts';
import { Loop } from './loop.ts';
import { Violation } from './violation.ts';
import { type Fault, type Weather, weatherOf } from './weather.ts';

export interface Happened {
  readonly at: number;
  readonly who: string;
  readonly what: string;
}

/** The calendar when every simulation begins. */
export const EPOCH = Date.UTC(2030, 0, 1);

export class Stage {
  readonly dice: Dice;
  readonly loop: Loop;
  readonly weather: Weather;
  readonly faults = new Map<Fault, number>();
  readonly history: Happened[] = [];
  readonly #recording: boolean;
  #violation: Violation | undefined;
  /** No fault comes any more. */
  calm = false;
  /** Aborts when all is over, so that nothing is left that the platform keeps for whoever still listens. */
  readonly #over = new AbortController();

  constructor(seed: number, { recording }: { readonly recording: boolean }) {
    this.dice = openDice(seed);
    this.loop = new Loop(this.dice);
    this.weather = weatherOf(this.dice);
    this.#recording = recording;
  }

  get over(): AbortSignal {
    return this.#over.signal;
  }

  end(): void {
    this.#over.abort();
  }

  get violation(): Violation | undefined {
    return this.#violation;
  }

  /** The store's clock, and the calendar of whoever has no clock of its own. */
  readonly now = (): number => EPOCH + this.loop.now;

  /** Whether a fault of this probability comes now; counted when it does. */
  strikes(fault: Fault, probability: number): boolean {
    if (this.calm || probability === 0 || !this.dice.chance(probability)) return false;
    this.count(fault);
    return true;
  }

  count(fault: Fault): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
  }

  /** `what` is only asked for when somebody reads it. */
  note(who: string, what: () => string): void {
    if (this.#recording) this.history.push({ at: this.loop.now, who, what: what() });
  }

  /** The first counts; the run ends with it. */
  violate(law: string, message: string): void {
    if (this.#violation) return;
    this.#violation = new Violation(law, message);
    this.note('LAW', () => `${law} does not hold: ${message}`);
  }

  /** Runs what checks laws: what it throws is a violation, or a fault of the check. */
  check(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof Violation) this.violate(error.law, error.message.slice(error.law.length + 2));
      else throw error;
    }
  }
}
