import type { Problem } from '@ectropy/sdk';
import { redact } from '../telemetry/redact.ts';
import { invalid, unknown } from './given.ts';
import type { Given, Layer } from './given.ts';
import { flagOf, names, settingOf } from './schema.ts';
import type { Name } from './schema.ts';

/** `--port 8080`, `--port=8080`, `--help`, `-h`. The last one wins, so that a script's flags can be overridden. */
export function fromFlags(argv: readonly string[], cwd: string): Layer {
  const given = new Map<Name, Given>();
  const problems: Problem[] = [];
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith('-')) {
      problems.push(
        invalid(`unexpected argument ${JSON.stringify(redact(word))}`, 'settings are given as flags; run with --help to see them'),
      );
      continue;
    }
    const [flag = word, inline] = word.split(/=(.*)/s);
    const name = names.find((one) => flag === flagOf(one) || flag === `-${settingOf(one).short}`);
    const alone = name !== undefined && !settingOf(name).value.placeholder;
    const value = inline ?? (alone ? 'true' : takeValue(rest));
    if (name === undefined) problems.push(unknown(`flag ${flag}`, flag, flagOf));
    else if (value === undefined) problems.push(invalid(`${flag} needs a value: ${settingOf(name).value.allowed}`));
    else given.set(name, { text: value, as: flag, folder: cwd });
  }
  return { given, problems };
}

/** The next word, unless it is a flag. `-1` is a value: a wrong one, and its setting will say so. */
function takeValue(rest: string[]): string | undefined {
  return rest[0] === undefined || /^-[-a-z]/i.test(rest[0]) ? undefined : rest.shift();
}
