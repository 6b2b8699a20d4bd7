import type { Found } from '@ectropy/sdk';
import { formatUrn, type Identity, parseUrn, type Urn } from '../core/urn.ts';
import type { ActRequest, Draft, Edit, RemoveRequest } from './app.ts';
import type { Verb } from './deps.ts';

/** Any change, as all of them go through the same preparation. */
export type Request =
  | { readonly type: 'apply'; readonly edit: Edit }
  | { readonly type: 'act'; readonly act: ActRequest }
  | { readonly type: 'remove'; readonly remove: RemoveRequest }
  | { readonly type: 'adopt'; readonly adopt: Identity & { readonly draft: Draft; readonly found: Found } };

export function identityOf(request: Request): Identity & { readonly urn: Urn } {
  switch (request.type) {
    case 'apply':
      return withUrn(request.edit);
    case 'adopt':
      return withUrn(request.adopt);
    case 'act':
      return parsed(request.act.urn);
    case 'remove':
      return parsed(request.remove.urn);
  }
}

const withUrn = ({ kind, project, name }: Identity): Identity & { readonly urn: Urn } => ({
  kind,
  project,
  name,
  urn: formatUrn({ kind, project, name }),
});

/** A `Urn` has been parsed before; the fallback only keeps the types honest. */
const parsed = (urn: Urn): Identity & { readonly urn: Urn } => parseUrn(urn) ?? { kind: '', project: '', name: '', urn };

export const verbOf = { apply: 'apply', adopt: 'apply', act: 'act', remove: 'delete' } as const satisfies Record<Request['type'], Verb>;
