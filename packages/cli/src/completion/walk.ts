/** Which part of a command line is being typed. */
import type { Command, Option } from 'commander';

export interface Typed {
  /** The command with its subcommands, such as `['config', 'use-context']`. */
  readonly path: readonly string[];
  readonly command: Command;
  /** Its arguments so far, without the one that is being typed. */
  readonly positionals: readonly string[];
  /** Values of flags so far, by their names in code. */
  readonly values: Readonly<Record<string, string>>;
  /** What has been typed of the word, and what stands before it in the same word: `--project=`. */
  readonly current: string;
  readonly before: string;
  /** The flag whose value is being typed. */
  readonly option: Option | undefined;
  readonly isFlag: boolean;
}

interface Walk {
  command: Command;
  path: string[];
  positionals: string[];
  values: Record<string, string>;
  pending: Option | undefined;
  isOver: boolean;
}

export function walk(program: Command, words: readonly string[]): Typed {
  const state: Walk = { command: program, path: [], positionals: [], values: {}, pending: undefined, isOver: false };
  for (const word of words.slice(0, -1)) step(state, word, program);
  const { command, path, positionals, values, pending, isOver } = state;
  const whole = words.at(-1) ?? '';
  const common = { command, path, positionals, values };
  if (!isOver && whole.startsWith('-')) {
    const [name = '', ...rest] = whole.split('=');
    const option = whole.includes('=') ? findOption(name, command, program) : undefined;
    return option
      ? { ...common, option, isFlag: false, before: `${name}=`, current: rest.join('=') }
      : { ...common, option: undefined, isFlag: true, before: '', current: whole };
  }
  return { ...common, option: pending, isFlag: false, before: '', current: whole };
}

function step(state: Walk, word: string, program: Command): void {
  if (state.isOver) state.positionals.push(word);
  else if (word === '--') Object.assign(state, { isOver: true, pending: undefined });
  else if (word.startsWith('-') && word !== '-') flagged(state, word, program);
  else if (state.pending) valued(state, state.pending, word);
  else named(state, word);
}

function flagged(state: Walk, word: string, program: Command): void {
  const [name = '', ...rest] = word.split('=');
  const option = findOption(name, state.command, program);
  state.pending = undefined;
  if (!option || (!option.required && !option.optional)) return;
  if (word.includes('=')) set(state, option, rest.join('='));
  else state.pending = option;
}

function valued(state: Walk, option: Option, word: string): void {
  set(state, option, word);
  if (!option.variadic) state.pending = undefined;
}

const set = (state: Walk, option: Option, value: string): void => {
  state.values[option.attributeName()] = value;
};

function named(state: Walk, word: string): void {
  const next = state.positionals.length === 0 ? state.command.commands.find((one) => one.name() === word) : undefined;
  if (next) {
    state.command = next;
    state.path.push(word);
  } else state.positionals.push(word);
}

const findOption = (name: string, command: Command, program: Command): Option | undefined =>
  [...command.options, ...program.options].find(({ long, short }) => long === name || short === name);

export const flagsOf = (command: Command, program: Command): readonly Option[] =>
  [...command.options, ...(command === program ? [] : program.options)].filter(({ hidden }) => !hidden);
