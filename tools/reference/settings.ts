/** The settings of the server, from the table that reads them. */
import { referenceTable } from '../../packages/server/src/config/reference.ts';

export const settingsReference = (): string =>
  [
    '# Settings',
    '',
    'Written by `npm run reference` from the table of settings. A flag wins over the environment, the environment over the file (`ectropy.yaml`), the file over the default. A secret can also stand in a file that a variable ending in `_FILE` names. Durations are written `500ms`, `10s`, `5m`, `1h`.',
    '',
    referenceTable(),
  ].join('\n');
