import type { AccessContext, Held, StorageProxy } from '@ectropy/sdk';
import { around } from './around.ts';
import { applyLineage, readLineage, withLineage, withoutLineage } from './lineage-form.ts';

/**
 * Shows the lineage only to whoever asked for it and may, and keeps it when whoever may not writes. `keys` are the names of the
 * annotation: the present one first, then those that the server had under earlier suffixes.
 */
export const lineaged =
  (keys: readonly string[]): StorageProxy =>
  (inner) =>
    around(inner, {
      async get(at, context) {
        const held = await inner.get(at, context);
        return held && shown(held, context, keys);
      },
      list: async (options, context) => (await inner.list(options, context)).map((held) => shown(held, context, keys)),
      async apply(held, context) {
        const inside = { ...context, lineage: true };
        const stored = context.lineage ? undefined : await inner.get({ project: held.project, name: held.name }, inside);
        const lineage = applyLineage(stored && readLineage(stored.annotations, keys), readLineage(held.annotations, keys), context.lineage);
        const applied = await inner.apply({ ...held, annotations: withLineage(held.annotations, keys, lineage) }, inside);
        return shown(applied, context, keys);
      },
    });

const shown = (held: Held, { lineage }: AccessContext, keys: readonly string[]): Held =>
  lineage ? held : { ...held, annotations: withoutLineage(held.annotations, keys) };
