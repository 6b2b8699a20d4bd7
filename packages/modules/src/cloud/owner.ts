import type { Subject } from '@ectropy/sdk';

/** Set on what Ectropy makes, so that a thing of the same name that somebody else made is never changed nor deleted by mistake. */
export const OWNER_LABEL = 'ectropy.dev/owner';

type Labels = Readonly<Record<string, string>>;

export const withOwner = (labels: Labels, { urn }: Pick<Subject, 'urn'>): Labels => ({ ...labels, [OWNER_LABEL]: urn });

export const withoutOwner = (labels: Labels): Labels => Object.fromEntries(Object.entries(labels).filter(([key]) => key !== OWNER_LABEL));

export const isOwn = ({ labels }: { readonly labels: Labels }, { urn }: Pick<Subject, 'urn'>): boolean =>
  Object.hasOwn(labels, OWNER_LABEL) && labels[OWNER_LABEL] === urn;
