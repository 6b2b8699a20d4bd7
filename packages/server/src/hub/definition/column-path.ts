const step =
  /\.?((?:[^\s.,[\]()'"?*{}\\]|\\.)+)|\['((?:[^'\\]|\\.)+)'\]|\["((?:[^"\\]|\\.)+)"\]|\[(?:-?\d+|\*)\]|\[\?\(@(?:\.[\w$-]+)+\s*(?:==|!=|<=|>=|<|>)\s*(?:"[^"]*"|'[^']*'|-?\d+(?:\.\d+)?|true|false)\)\]/y;

/** The fields that a column's path leads through, positions and filters left out; `undefined` for what is not a path. */
export function fieldsOfPath(path: string): readonly string[] | undefined {
  const fields: string[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < path.length) {
    const start = step.lastIndex;
    const found = step.exec(path);
    if (!found) return undefined;
    const plain = found[1];
    if (plain !== undefined && start > 0 && path[start] !== '.') return undefined;
    const field = plain ?? found[2] ?? found[3];
    if (field !== undefined) fields.push(field.replaceAll(/\\(.)/g, '$1'));
  }
  return fields.length > 0 ? fields : undefined;
}
