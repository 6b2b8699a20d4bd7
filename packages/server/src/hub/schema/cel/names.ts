/** Names of fields as they can be written in an expression: `max-size` is `max__dash__size`, `namespace` is `__namespace__`. */

const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);

const PARTS: Readonly<Record<string, string>> = { '.': '__dot__', '-': '__dash__', '/': '__slash__', __: '__underscores__' };

/** A name that cannot be written at all, because of other characters, stays as it is and is reached as `self['…']`. */
export function escapedName(name: string): string {
  if (RESERVED.has(name)) return `__${name}__`;
  if (!/^[A-Za-z_][\w./-]*$/.test(name)) return name;
  return name.replace(/__|[./-]/g, (part) => PARTS[part] ?? part);
}
