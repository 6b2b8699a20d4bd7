import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fits, rewritten, shownOutput, stepsOf } from './transcript.ts';

const commandsOf = (text: string): readonly string[] => stepsOf(text).map(({ command }) => command);

describe('a transcript', () => {
  test('is prose, commands, and what they print', () => {
    const [first, second, ...more] = stepsOf('# A story.\n\n$ echo a; echo; echo b\na\n\nb\n\n# It goes on.\n#\n$ false\n[exit 1]\n');
    expect(first).toMatchObject({ command: 'echo a; echo; echo b', expected: ['a', '', 'b'], exit: 0 });
    expect(second).toMatchObject({ command: 'false', expected: [], exit: 1 });
    expect(more).toEqual([]);
  });

  test('without a command has no steps', () => {
    expect(stepsOf('')).toEqual([]);
    expect(stepsOf('# Only words.\n\n$no command\n')).toEqual([]);
  });

  test('lets a command go on after a backslash', () => {
    expect(commandsOf('$ ectropy \\\n    plan \\\n  -f a\nout')).toEqual(['ectropy plan -f a']);
    expect(commandsOf('$ echo \\')).toEqual(['echo \\']);
  });

  test('keeps a here-document with its command, whatever stands in it', () => {
    const [step, ...more] = stepsOf("$ cat > a.yaml <<'EOF'\n# a comment\n$ not a command\n\n[exit 3]\nEOF\nout\n");
    expect(step).toMatchObject({
      command: "cat > a.yaml <<'EOF'\n# a comment\n$ not a command\n\n[exit 3]\nEOF",
      expected: ['out'],
      exit: 0,
    });
    expect(more).toEqual([]);
  });

  test('with a here-document that nothing ends is refused, with its line', () => {
    expect(() => stepsOf('# Words.\n$ cat <<EOF\na\n')).toThrow('line 2: nothing ends the here-document EOF');
  });

  test('takes a line for an exit code only where it is the last one', () => {
    expect(stepsOf('$ a\n[exit 2]\nmore')[0]).toMatchObject({ expected: ['[exit 2]', 'more'], exit: 0 });
    expect(stepsOf('$ a\n[exit 0]')[0]).toMatchObject({ expected: ['[exit 0]'], exit: 0 });
  });
});

const line = fc.stringMatching(/^[^\n\r\u2028\u2029]{0,20}$/).map((text) => text.trimEnd());
/** What no command of ours prints: it could not be told from prose. */
const isPlain = (text: string): boolean => !/^(?:\$ |# |#$|\[exit \d+\]$|\.\.\.$)/.test(text);
const output = fc.array(line.filter(isPlain), { maxLength: 6 }).filter((lines) => lines.at(-1) !== '');

describe('writing down what was printed', () => {
  test('changes the output of these commands and nothing else', () => {
    const text = '# One.\n$ a\nold\n\n# Two.\n$ b\n\n$ c\nkept\n';
    const [a, b] = stepsOf(text);
    const outputs = new Map([a, b].flatMap((step, i) => (step ? [[step, [`new ${i}`, '[exit 3]']] as const] : [])));
    expect(rewritten(text, outputs)).toBe('# One.\n$ a\nnew 0\n[exit 3]\n\n# Two.\n$ b\nnew 1\n[exit 3]\n\n$ c\nkept\n');
  });

  test('refuses what could not be read again', () => {
    const text = '$ a\n';
    for (const prose of ['# a heading', '$ a command', '#'])
      expect(() => rewritten(text, new Map(stepsOf(text).map((step) => [step, ['x', prose]])))).toThrow('cannot be told from prose');
  });

  test('gives what is read again, and fits', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ lines: output, exit: fc.integer({ min: 0, max: 143 }) }), { minLength: 1, maxLength: 5 }), (ran) => {
        const text = ran.map((_, i) => `# Step ${i}.\n$ run ${i}\nold\n`).join('\n');
        const outputs = new Map(stepsOf(text).map((step, i) => [step, shownOutput(ran[i]?.lines ?? [], ran[i]?.exit ?? 0)]));
        const steps = stepsOf(rewritten(text, outputs));
        expect(steps.map(({ command, expected, exit }) => ({ command, lines: expected, exit }))).toEqual(
          ran.map((one, i) => ({ command: `run ${i}`, ...one })),
        );
      }),
      { seed: 4 },
    );
  });
});

describe('three dots', () => {
  test.each([
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['a'], false],
    [['a'], ['a', 'b'], false],
    [[], [], true],
    [[], ['...'], true],
    [['a', 'b'], ['...'], true],
    [['a', 'b', 'c'], ['a', '...', 'c'], true],
    [['a', 'c'], ['a', '...', 'c'], true],
    [['a', 'c', 'd'], ['a', '...', 'c'], false],
    [['a'], ['a', '...', 'a'], false],
    [['a', 'b', 'a', 'b', 'c'], ['...', 'a', 'b', '...', 'c'], true],
    [['b', 'a'], ['...', 'a', '...', 'b', '...'], false],
    [['a', 'a', 'b'], ['...', 'a', 'b'], true],
    [['a'], ['...', 'b', '...'], false],
  ] as const)('%j fits %j: %s', (actual, expected, answer) => {
    expect(fits(actual, expected)).toBe(answer);
  });

  test('stand for any lines, wherever they stand', () => {
    const letter = fc.constantFrom('a', 'b');
    fc.assert(
      fc.property(
        fc.array(fc.array(letter, { maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        fc.array(letter, { maxLength: 8 }),
        (parts, lines) => {
          const expected = parts.flatMap((part, i) => (i === 0 ? part : ['...', ...part]));
          const pattern = new RegExp(`^${parts.map((part) => part.join('')).join('.*')}$`);
          expect(fits(lines, expected)).toBe(pattern.test(lines.join('')));
        },
      ),
      { seed: 4, numRuns: 2_000 },
    );
  });

  test('are found quickly in much', () => {
    const many = Array.from({ length: 5_000 }, () => 'a');
    expect(fits(many, ['...', 'a', '...', 'a', '...', 'a', '...', 'b'])).toBe(false);
  });
});
