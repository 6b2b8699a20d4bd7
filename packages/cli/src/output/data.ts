/** Data for machines. */
import { type Json, ProblemError } from '@ectropy/sdk';
import { encode } from '@ectropy/server/client';

/** `undefined` for formats that are not data: the caller shows it to people. */
export function asData(value: Json, format: string): string | undefined {
  switch (format) {
    case 'json':
      return `${safeJson(value, 2)}\n`;
    case 'yaml':
      return encode(value, 'yaml');
    case 'table':
    case 'wide':
    case 'name':
      return undefined;
    default:
      throw new ProblemError({ code: 'invalid', message: `-o: must be table, wide, json, yaml or name (got ${JSON.stringify(format)})` });
  }
}

/** Controls that JSON allows as they are, although terminals obey them, are escaped: every reader finds the same value. */
export const safeJson = (value: Json, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(
    /[\u007f-\u009f\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
