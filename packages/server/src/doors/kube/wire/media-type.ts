/** `application/json; as=Table; q=0.5` taken apart. Names are compared in lower case; values are kept as they are. */
export interface MediaType {
  readonly type: string;
  readonly params: ReadonlyMap<string, string>;
}

/** `undefined`: not of the form `type/subtype`. */
export function parseMediaType(text: string): MediaType | undefined {
  const [head = '', ...rest] = splitUnquoted(text, ';');
  const type = head.trim().toLowerCase();
  if (!/^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(type)) return undefined;
  return { type, params: new Map(rest.map(parameter)) };
}

function parameter(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 0) return [text.trim().toLowerCase(), ''];
  return [text.slice(0, at).trim().toLowerCase(), unquote(text.slice(at + 1).trim())];
}

const unquote = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;

/** At every separator that does not stand between quotes. */
export function splitUnquoted(text: string, separator: ',' | ';'): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') quoted = !quoted;
    else if (char === '\\' && quoted) at += 1;
    else if (char === separator && !quoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
