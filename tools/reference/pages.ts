/** The pages of docs/reference, from the code. */
import { format, resolveConfig } from 'prettier';
import { commandsReference } from './commands.ts';
import { errorsReference } from './errors.ts';
import { kindsReference } from './kinds.ts';
import { metricsReference } from './metrics.ts';
import { settingsReference } from './settings.ts';

const pages = {
  commands: commandsReference,
  errors: errorsReference,
  kinds: kindsReference,
  metrics: metricsReference,
  settings: settingsReference,
} as const satisfies Record<string, () => string | Promise<string>>;

export type Page = keyof typeof pages;

export const pageNames = Object.keys(pages) as readonly Page[];

export const fileOf = (page: Page): string => `docs/reference/${page}.md`;

/** As the formatter leaves it. */
export async function textOf(page: Page): Promise<string> {
  const filepath = fileOf(page);
  return format(await pages[page](), { ...(await resolveConfig(filepath)), filepath });
}
