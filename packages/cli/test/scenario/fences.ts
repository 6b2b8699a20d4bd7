/** The fenced blocks of a document, in order. */
export interface Fence {
  readonly language: string;
  /** The file that the block is, from `title=…`. */
  readonly title: string | undefined;
  readonly text: string;
  readonly line: number;
}

export function fencesOf(markdown: string): readonly Fence[] {
  const found: Fence[] = [];
  let open: { language: string; title: string | undefined; line: number; from: number } | undefined;
  const lines = markdown.split('\n');
  for (const [i, line] of lines.entries()) {
    const [, info] = /^```(.*)$/.exec(line) ?? [];
    if (info === undefined) continue;
    if (open) {
      found.push({ language: open.language, title: open.title, line: open.line, text: lines.slice(open.from, i).join('\n') });
      open = undefined;
    } else open = { language: info.split(' ')[0] ?? '', title: /title=(\S+)/.exec(info)?.[1], line: i + 1, from: i + 1 };
  }
  return found;
}

/** The document with other texts in the blocks that begin at these lines. */
export function withFences(markdown: string, texts: ReadonlyMap<number, string>): string {
  const lines = markdown.split('\n');
  for (const { line, text } of fencesOf(markdown).toReversed())
    lines.splice(line, text.split('\n').length, ...(texts.get(line) ?? text).split('\n'));
  return lines.join('\n');
}

/** Each command of a block for a shell: comments left out, lines that go on joined. */
export const commandsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/ +# .*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
