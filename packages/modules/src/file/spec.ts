import { createHash } from 'node:crypto';
import type { JsonObject } from '@ectropy/sdk';

export type FileSpec = {
  readonly path: string;
  readonly content?: string;
  readonly encoding?: 'utf8' | 'base64';
  readonly template?: string;
  readonly directory?: true;
  readonly mode?: string;
  readonly recursive?: boolean;
};

export type FileMemo = { readonly todo: 'write' | 'remove' };

/** What should stand on the disk. */
export type Wanted =
  { readonly type: 'file'; readonly mode: string; readonly bytes: Buffer } | { readonly type: 'directory'; readonly mode: string };

export const LIMIT = 1024 * 1024;

export const typeOf = (spec: FileSpec): Wanted['type'] => (spec.directory ? 'directory' : 'file');

export const modeOf = ({ mode, directory }: FileSpec): string => mode ?? (directory ? '0755' : '0644');

export const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** What other resources see. The path stays relative: where the root is concerns nobody. */
export const outputOf = (path: string, wanted: Wanted): JsonObject =>
  wanted.type === 'directory'
    ? { path, mode: wanted.mode }
    : { path, size: wanted.bytes.length, digest: digestOf(wanted.bytes), mode: wanted.mode };
