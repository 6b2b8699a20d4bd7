import type { AccessContext, Accessor, Held, Locator } from '../accessor.ts';
import type { Json } from '../json.ts';
import type { Kind } from '../kind.ts';

/** What the author of an accessor supplies. The more of it, the more laws are checked. */
export interface AccessorWorld {
  readonly kind: Kind;
  /** By itself, or behind the storage proxies of a server. */
  readonly accessor: Accessor;
  /** A resource with labels and annotations, and what it becomes: of the same project and name, with fewer labels and another spec. */
  readonly held: Held;
  readonly changed: Held;
  /** A resource of another project with the same name. */
  readonly elsewhere?: Held;
  /** Resources that `apply` must refuse. */
  readonly invalid?: readonly Held[];
  /** The annotation of where a document came from: checks its laws, which the proxies keep. */
  readonly lineage?: string;
  /** `held`, shared with the project of `elsewhere`: checks that lists with `shared` hold it, which the proxies see to. */
  readonly shared?: Held;
  /** Changes the resource in the service, behind the accessor's back. */
  tamper?(at: Locator): Promise<void>;
  /** All that the accessor may touch in the service, as JSON: shows what a read or a repeated apply has changed. */
  picture?(): Promise<Json>;
  /** Brings the service back to its beginning; called before each check. */
  reset?(): Promise<void>;
  readonly context?: Partial<AccessContext>;
  /** How soon an aborted call must come back and a change must be told, 5000 by default. */
  readonly promptlyMs?: number;
}
