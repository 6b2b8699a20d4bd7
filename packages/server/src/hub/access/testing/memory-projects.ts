import type { ProjectRef } from '@ectropy/sdk';
import type { Projects } from '../hydrate.ts';

/** Projects that can be created, renamed and deleted; it writes down how often it was asked, and for how many. */
export class MemoryProjects implements Projects {
  readonly asked: string[] = [];
  readonly #names = new Map<string, string>();

  constructor(names: Readonly<Record<string, string>> = {}) {
    for (const [id, name] of Object.entries(names)) this.#names.set(id, name);
  }

  put(id: string, name: string): void {
    this.#names.set(id, name);
  }

  remove(id: string): void {
    this.#names.delete(id);
  }

  async byName(names: readonly string[]): Promise<ReadonlyMap<string, ProjectRef>> {
    this.asked.push(`byName ${names.length}`);
    const found = [...this.#names].filter(([, name]) => names.includes(name));
    return new Map(found.map(([id, name]) => [name, { id, name }]));
  }

  async byId(ids: readonly string[]): Promise<ReadonlyMap<string, ProjectRef>> {
    this.asked.push(`byId ${ids.length}`);
    const wanted = new Set(ids);
    return new Map([...this.#names].filter(([id]) => wanted.has(id)).map(([id, name]) => [id, { id, name }]));
  }
}
