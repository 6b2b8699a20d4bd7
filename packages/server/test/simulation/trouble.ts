/** What befalls whole processes and places, one blow after the other, until it is calm. */
import { sleep } from '../../src/time.ts';
import { nameOf } from './brief.ts';
import { Process } from './process.ts';
import { type Slot, start, type Surroundings } from './servers.ts';
import type { Watcher } from './watcher.ts';
import { type Blow, blows } from './weather.ts';

const MAX_DRIFTS = 6;

export class Trouble {
  readonly #around: Surroundings;
  readonly #slots: readonly Slot[];
  readonly #watchers: readonly Watcher[];
  #drifts = 0;

  constructor(around: Surroundings, slots: readonly Slot[], watchers: readonly Watcher[]) {
    this.#around = around;
    this.#slots = slots;
    this.#watchers = watchers;
  }

  async work(): Promise<void> {
    const { stage } = this.#around;
    const time = new Process('fate', stage).time;
    for (;;) {
      await sleep(time, 2 * stage.dice.roll() * stage.weather.everyMs);
      if (stage.calm) return;
      this.#strike(stage.dice.weighted(blows));
    }
  }

  #strike(blow: Blow): void {
    const { stage, store, cloud } = this.#around;
    const { dice } = stage;
    const slot = dice.pick(this.#slots);
    switch (blow) {
      case 'crash':
        return this.crash(slot, dice.between(0, 15_000));
      case 'stop':
        return void this.#stop(slot);
      case 'zombie':
        return this.#pause(slot);
      case 'store away':
      case 'cloud away': {
        const place = blow === 'store away' ? store : cloud;
        place.awayUntil = stage.loop.now + dice.pick([200, 2_000, 15_000]) * dice.roll();
        stage.note('fate', () => `${blow} until ${Math.round(place.awayUntil)}`);
        return stage.count(blow);
      }
      case 'drift':
        return this.#meddle();
      case 'watch cut':
        stage.count('watch cut');
        return dice.pick(this.#watchers).cut();
    }
  }

  /** Dies; another process follows it, with a name of its own. */
  crash(slot: Slot, backMs: number | undefined): void {
    const { stage } = this.#around;
    const { process } = slot;
    if (!process?.alive) return;
    stage.count('crash');
    stage.note(process.name, () => 'dies');
    process.crash();
    this.#leave(slot, process, backMs);
  }

  /** Closes as it does before an update, and is followed by another one. */
  async #stop(slot: Slot): Promise<void> {
    const { stage } = this.#around;
    const { process, worker } = slot;
    if (!process?.alive || !worker) return;
    stage.count('stop');
    stage.note(process.name, () => 'is told to stop');
    await worker.close({ graceMs: stage.dice.pick([0, 1_000, 10_000]) });
    if (!process.alive) return;
    process.crash();
    stage.note(process.name, () => 'has stopped');
    this.#leave(slot, process, stage.dice.between(0, 2_000));
  }

  #leave(slot: Slot, process: Process, backMs: number | undefined): void {
    const { stage } = this.#around;
    slot.process = slot.api = slot.worker = undefined;
    for (const watcher of this.#watchers) watcher.cut(process);
    if (backMs !== undefined) stage.loop.after(backMs, () => this.back(slot));
  }

  back(slot: Slot): void {
    if (!slot.process) start(slot, this.#around);
  }

  #pause({ process }: Slot): void {
    const { stage } = this.#around;
    if (!process?.alive || process.paused) return;
    const ms = stage.dice.pick([3_000, 15_000, 40_000]) * stage.dice.roll();
    stage.count('zombie');
    stage.note(process.name, () => `stands still for ${Math.round(ms)} ms`);
    process.pause(ms);
  }

  #meddle(): void {
    const { stage, cloud } = this.#around;
    const things = cloud.urns.filter((urn) => cloud.read(urn));
    if (things.length === 0 || this.#drifts >= MAX_DRIFTS) return;
    this.#drifts += 1;
    const urn = stage.dice.pick(things);
    const away = stage.dice.chance(0.4);
    stage.count(away ? 'thing deleted behind our back' : 'drift');
    stage.note('fate', () => `${away ? 'deletes' : 'changes'} ${nameOf(urn)} behind our back`);
    cloud.meddle(urn, away ? undefined : { value: -1 });
  }
}
