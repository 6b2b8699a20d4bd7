/** A moment with its time zone, as RFC 3339 writes it. */
const MOMENT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:[Zz]|[+-]\d\d:\d\d)$/;

export const isMoment = (text: string): boolean => MOMENT.test(text) && !Number.isNaN(Date.parse(text));

/** Whether two spellings mean the same moment; nothing means for ever. */
export const sameMoment = (a: string | undefined | null, b: string | undefined | null): boolean =>
  a === b || (a ?? null) === (b ?? null) || (a != null && b != null && Date.parse(a) === Date.parse(b));

/** Without a fraction where there is none. */
export const shortMoment = (text: string): string => text.replace(/\.000Z$/, 'Z');
