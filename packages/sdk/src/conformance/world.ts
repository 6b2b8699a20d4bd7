import type { Json, JsonObject } from '../json.ts';
import type { Host, Module, NeedView, Subject } from '../module.ts';

/** What the author of a module supplies. The more of it, the more laws are checked. */
export interface World<Spec extends Json = Json> {
  readonly module: Module;
  /** Two valid specs with all defaults filled in; `changed` is reached from `spec` in place. */
  readonly spec: Spec;
  readonly changed: Spec;
  /** A valid spec that cannot be reached from `spec` in place. */
  readonly replaced?: Spec;
  /** Specs that pass the schema or not, and that the plan of a create must refuse. */
  readonly invalid?: readonly Json[];
  readonly needs?: Readonly<Record<string, NeedView>>;
  readonly config?: JsonObject;
  /** Parameters for each of the kind's actions that is to be tried. */
  readonly actions?: Readonly<Record<string, JsonObject>>;
  /** How `find` is asked for what `spec` makes; a function when it is known only afterwards. */
  readonly reference?: string | ((subject: Subject) => string);
  /** Changes the thing behind the module's back. */
  tamper?(subject: Subject<Spec>): Promise<void>;
  /** Removes the thing behind the module's back. */
  destroy?(subject: Subject<Spec>): Promise<void>;
  /** All that the module may touch outside, as JSON: shows what a repeated step, a look or a plan has changed. */
  picture?(): Promise<Json>;
  /** Brings the world outside back to its beginning; called before each check. */
  reset?(): Promise<void>;
  /** Replaces parts of the host, such as a fixed clock. */
  readonly host?: Partial<Host>;
  /** How many steps an intent may take, 50 by default. */
  readonly maxSteps?: number;
  /** How soon an aborted call must come back, 5000 by default. */
  readonly promptlyMs?: number;
  /** Waits for a step's `afterMs`; by default in real time, at most a second. */
  wait?(ms: number): Promise<void>;
}

/** One law. `run` rejects with a sentence when the module breaks it. Checks do not depend on each other. */
export interface Check {
  readonly name: string;
  run(): Promise<void>;
}
