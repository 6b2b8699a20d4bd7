import type { JsonObject } from '@ectropy/sdk';
import type { Document } from '../api/document.ts';
import type { Event } from '../api/events.ts';
import type { TreeNode } from '../api/tree.ts';
import type { ResourceType } from '../api/types.ts';

/** All that is known about one resource. */
export interface Facts {
  readonly document: Document;
  readonly type: ResourceType;
  /** All that are served, by which sentences name resources. */
  readonly types: readonly ResourceType[];
  /** What it needs, one level down; absent where the server does not tell. */
  readonly needs?: readonly TreeNode[];
  readonly neededBy?: readonly TreeNode[];
  /** Oldest first. */
  readonly events: readonly Event[];
  readonly now: number;
}

/** The spec without what is shown apart. */
export function ownSpec({ document: { spec = {} }, needs }: Facts): JsonObject {
  const { dependencies, ...own } = spec;
  return needs === undefined && dependencies !== undefined ? { ...own, dependencies } : own;
}
