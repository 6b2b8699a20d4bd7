/** Writes docs/reference from the code; a test holds that it is what the code says. */
import { writeFileSync } from 'node:fs';
import { fileOf, pageNames, textOf } from './reference/pages.ts';

for (const page of pageNames) writeFileSync(fileOf(page), await textOf(page));
