import type { Accessor } from '@ectropy/sdk';

/** The accessor with some of its verbs replaced; the others go straight through. What it cannot do it still cannot do. */
export function around(inner: Accessor, replaced: Partial<Accessor>): Accessor {
  return {
    get: (at, context) => inner.get(at, context),
    list: (options, context) => inner.list(options, context),
    apply: (held, context) => inner.apply(held, context),
    delete: (at, context) => inner.delete(at, context),
    ...(inner.status && { status: inner.status.bind(inner) }),
    ...(inner.notifications && { notifications: inner.notifications.bind(inner) }),
    ...replaced,
  };
}
