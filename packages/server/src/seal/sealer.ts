/** Values in and out of sealed text, by a keyring; and what to tell people where that cannot be done. */
import { type Json, type Path, type Problem, ProblemError, showPath } from '@ectropy/sdk';
import { howToMake, type Keyring } from './keyring.ts';
import { IV_BYTES, openText, type Place, sealText } from './seal.ts';

export type Read = { readonly type: 'read'; readonly value: Json } | { readonly type: 'unread'; readonly problem: Problem };

export interface Sealer {
  /** Throws where there is no key. */
  seal(value: Json, place: Place): string;
  open(sealed: Json, place: Place): Read;
}

export const openSealer = (keyring: Keyring, randomBytes: (size: number) => Uint8Array): Sealer => ({
  seal(value, place) {
    const [key] = keyring.keys;
    if (!key) throw new ProblemError(keyless(place.path, keyring.file));
    return sealText(key, place, JSON.stringify(value), randomBytes(IV_BYTES));
  },
  open(sealed, place) {
    const opened = openText(keyring.keys, place, sealed);
    if (opened.type === 'open') return { type: 'read', value: JSON.parse(opened.text) as Json };
    return { type: 'unread', problem: opened.type === 'no-key' ? unknownKey(opened.id, place, keyring.file) : broken(place) };
  },
});

const keyless = (path: Path, file: string): Problem => ({
  code: 'invalid',
  ...(path[0] === 'spec' && { path }),
  message: `holds a secret, and this server has no key to seal it with: there is no ${file}`,
  hint: `make a key with: ${howToMake(file)}; every replica needs the same one, in the file that --secret-key-file (ECTROPY_SECRET_KEY_FILE) names`,
});

const unknownKey = (id: string, { scope }: Place, file: string): Problem => ({
  code: 'invalid',
  message: `the secrets of '${scope}' are sealed with key ${id}, which is not in ${file}`,
  hint: 'put that key back into the file, on a line of its own, and start the server again',
});

const broken = ({ scope, path }: Place): Problem => ({
  code: 'invalid',
  message: `the secret of '${scope}' at ${showPath(path)} was altered where it is stored, or belongs to another place`,
  hint: 'restore it from a backup of the database',
});
