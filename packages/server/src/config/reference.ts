import type { JsonObject } from '@ectropy/sdk';
import { envFileOf, envOf, flagOf, mayComeFrom, names, propertyOf, settingOf } from './schema.ts';
import type { Config, Name } from './schema.ts';

const usage = (name: Name): string => {
  const { short, value } = settingOf(name);
  return `${short ? `-${short}, ` : ''}${flagOf(name)}${value.placeholder ? ` <${value.placeholder}>` : ''}`;
};

const variables = (name: Name): readonly string[] => {
  const others = [envFileOf(name), settingOf(name).alsoEnv];
  return mayComeFrom(name, 'env') ? [envOf(name), ...others.filter((one) => one !== undefined)] : [];
};

const defaultOf = (name: Name): string | undefined => {
  const setting = settingOf(name);
  return setting.value.placeholder ? setting.default || setting.derived : undefined;
};

/** What `--help` shows. */
export function helpText(command: string): string {
  const entries = names.map((name) => {
    const notes = [defaultOf(name) && `default: ${defaultOf(name)}`, variables(name).length > 0 && `env: ${variables(name).join(', ')}`];
    const note = notes.filter(Boolean).join('; ');
    return `  ${usage(name)}\n      ${settingOf(name).about}${note ? `\n      (${note})` : ''}`;
  });
  const order = 'A flag wins over the environment, the environment over the file, the file over the default.';
  const durations = 'Durations are written 500ms, 10s, 5m, 1h; a plain number is in milliseconds.';
  return `Usage: ${command} [flags]\n\n${order}\n${durations}\n\n${entries.join('\n')}\n`;
}

const code = (text: string | undefined): string => (text ? `\`${text.replaceAll('|', '\\|')}\`` : '');

/** The same as a Markdown table, for the documentation. */
export function referenceTable(): string {
  const rows = names.map((name) => {
    const { about, value } = settingOf(name);
    const file = mayComeFrom(name, 'file') ? code(name) : '';
    return [
      code(usage(name)),
      variables(name).map(code).join(' '),
      file,
      code(defaultOf(name)),
      value.placeholder ? `${about} Must be ${value.allowed}.` : about,
    ];
  });
  const lines = [['Flag', 'Environment', 'File', 'Default', 'Meaning'], ['---', '---', '---', '---', '---'], ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

/** The configuration for the log: secrets are left out. */
export function shownConfig(config: Config): JsonObject {
  const secret = new Set(names.filter((name) => settingOf(name).secret).map(propertyOf));
  const shown = Object.entries(config).map(([key, value]) => [key, value !== undefined && secret.has(key) ? '(secret)' : (value ?? null)]);
  return Object.fromEntries(shown);
}
