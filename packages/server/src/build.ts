import { readFileSync } from 'node:fs';

/** What this server is. */
export function buildOf() {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return { version, commit: '', builtAt: '', runtime: `node ${process.version}`, os: process.platform, arch: process.arch };
}
