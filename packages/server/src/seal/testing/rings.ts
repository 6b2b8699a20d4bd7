/** Keyrings and kinds for tests of sealing. */
import { randomBytes } from 'node:crypto';
import type { Kind } from '@ectropy/sdk';
import { recordModule } from '../../hub/builtin.ts';
import { type Kinds, openKinds } from '../../hub/kinds.ts';
import type { Store } from '../../store/port.ts';
import { type Keyring, keyOf } from '../keyring.ts';
import { sealing } from '../sealed-store.ts';

/** One key per letter, always the same. */
export const ring = (letters: string): Keyring => ({
  file: '/keys/secret.key',
  keys: [...letters].map((letter) => keyOf(Buffer.alloc(32, letter))),
});

export const account: Kind = {
  name: 'account',
  description: 'With secrets everywhere.',
  schema: { type: 'object' },
  secret: ['password', 'users.token', 'auth'],
};

export const kindsOf = (...kinds: readonly Kind[]): Kinds => openKinds(kinds.map(recordModule));

export const seal = (store: Store, keyring: Keyring = ring('a'), kinds: Pick<Kinds, 'find'> = kindsOf(account)): Store =>
  sealing(store, kinds, keyring, { randomBytes });
