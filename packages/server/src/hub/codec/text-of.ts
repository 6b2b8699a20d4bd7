import { ProblemError } from '@ectropy/sdk';

const strict = new TextDecoder('utf-8', { fatal: true });

/** The text without a byte order mark; what is too large or not UTF-8 is refused. */
export function textOf(input: string | Uint8Array, maxBytes: number): string {
  const size = typeof input === 'string' ? sizeOf(input, maxBytes) : input.byteLength;
  if (size > maxBytes)
    throw new ProblemError({ code: 'too_large', message: `the document is larger than ${maxBytes} bytes`, hint: 'send it in parts' });
  return typeof input === 'string' ? input.replace(/^\uFEFF/, '') : decoded(input);
}

/** A text of n units has between n and 3n bytes, so most need not be measured. */
const sizeOf = (text: string, maxBytes: number): number => (text.length * 3 <= maxBytes ? text.length : Buffer.byteLength(text));

function decoded(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch (error) {
    const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const { line, column } = firstBadByte(bytes);
    const message = wide ? 'the document is UTF-16' : `the document is not valid UTF-8 (line ${line}, column ${column})`;
    throw new ProblemError({ code: 'invalid', message, hint: 'save it as UTF-8' }, { cause: error });
  }
}

/** Found by halving: a beginning of the text is valid up to the first bad byte. */
function firstBadByte(bytes: Uint8Array): { readonly line: number; readonly column: number } {
  let [good, bad] = [0, bytes.byteLength + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (beginning(bytes.subarray(0, middle)) === undefined) bad = middle;
    else good = middle;
  }
  const lines = (beginning(bytes.subarray(0, good)) ?? '').split(/\r\n?|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** The text so far, without a character that is cut off at the end; `undefined` if it is not UTF-8. */
function beginning(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
