/** Request bodies by their content type. */
import { type Json, ProblemError } from '@ectropy/sdk';
import { parseJson } from '../../http/json.ts';
import { parseMediaType } from './media-type.ts';
import { decodeProtobuf } from './protobuf/decode.ts';
import { badRequest, unsupportedMediaType } from './refused.ts';

export interface Body {
  readonly value: Json;
  /** As it was sent, for those who look for what the value no longer shows; absent for protobuf. */
  readonly text?: string;
  readonly format: 'json' | 'yaml' | 'protobuf';
}

export interface Decoders {
  readonly decodeYaml: (text: string) => Json;
}

const accepted = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'] as const;
type Accepted = (typeof accepted)[number];

/** A body without a type is JSON. `undefined`: there is no body. */
export function readBody(bytes: Uint8Array, contentType: string | undefined, decoders: Decoders): Body | undefined {
  if (bytes.length === 0) return undefined;
  const type = contentType?.trim() ? parseMediaType(contentType)?.type : 'application/json';
  const known = accepted.find((one): one is Accepted => one === type);
  switch (known) {
    case 'application/json':
      return readJson(bytes);
    case 'application/yaml':
      return readYaml(bytes, decoders);
    case 'application/vnd.kubernetes.protobuf':
      return { value: decodeProtobuf(bytes), format: 'protobuf' };
    case undefined:
      throw unsupportedMediaType(accepted);
  }
}

const readJson = (bytes: Uint8Array): Body => {
  const text = decodeUtf8(bytes);
  return { value: parseJson(text), text, format: 'json' };
};

const readYaml = (bytes: Uint8Array, { decodeYaml }: Decoders): Body => {
  const text = decodeUtf8(bytes);
  return { value: decodeYaml(text), text, format: 'yaml' };
};

export type PatchType = 'json' | 'merge' | 'strategic' | 'apply';

const patchTypes: Readonly<Record<PatchType, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};

/** `allowed` in the order in which the refusal names them. */
export function readPatch(
  bytes: Uint8Array,
  contentType: string | undefined,
  { decodeYaml, allowed }: Decoders & { readonly allowed: readonly PatchType[] },
): Body & { readonly type: PatchType } {
  const media = parseMediaType(contentType ?? '')?.type;
  const type = allowed.find((one) => patchTypes[one] === media);
  if (!type) throw unsupportedMediaType(allowed.map((one) => patchTypes[one]));
  if (bytes.length === 0) throw badRequest('the patch is empty');
  return { ...(type === 'apply' ? readApplied(bytes, decodeYaml) : readJson(bytes)), type };
}

/** JSON is what clients send as an apply patch, and YAML is what its type says. */
function readApplied(bytes: Uint8Array, decodeYaml: Decoders['decodeYaml']): Body {
  const text = decodeUtf8(bytes);
  if (!text.trimStart().startsWith('{')) return readYaml(bytes, { decodeYaml });
  try {
    return readJson(bytes);
  } catch (error) {
    if (error instanceof ProblemError && error.cause !== undefined) return readYaml(bytes, { decodeYaml });
    throw error;
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('the body is not valid UTF-8', 'send it in UTF-8');
  }
}
