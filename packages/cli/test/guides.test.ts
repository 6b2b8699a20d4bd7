/** Every block of the README and of the guides is run, compared, or type-checked. `UPDATE=1` writes down what is printed now. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../server/src/testing/databases.ts';
import { isPlayed, missingTool, playBlock, unusedFiles } from './scenario/blocks.ts';
import { fencesOf, withFences } from './scenario/fences.ts';
import { openStage, root } from './scenario/stage.ts';

const update = process.env.UPDATE !== undefined && process.env.UPDATE !== '';
const documents = ['README.md', ...globSync(['docs/*.md', 'docs/guides/*.md'], { cwd: root }).sort()];

describe.concurrent.each(documents)('%s', (name) => {
  const path = join(root, name);
  const markdown = readFileSync(path, 'utf8');
  const fences = fencesOf(markdown).filter(isPlayed);
  const left = fences.filter((fence) => missingTool(fence) !== undefined);
  const but =
    left.length === 0 ? '' : `, but for ${left.length} blocks that call ${left.map((one) => missingTool(one))[0]}, which is not here`;

  test(`does what it says${but}`, { timeout: 300_000 }, async () => {
    if (fences.length === 0) return;
    await using opened = new AsyncDisposableStack();
    const database = markdown.includes('DATABASE_URL') ? opened.adopt(await freshDatabase(), (one) => one.drop()) : undefined;
    const stage = opened.use(await openStage(database ? { DATABASE_URL: database.connection.connectionString } : {}));
    const texts = new Map<number, string>();
    for (const fence of fences) if (!left.includes(fence)) texts.set(fence.line, await playBlock(fence, stage, update));
    if (update) writeFileSync(path, withFences(markdown, texts));
  });

  test('uses every file that it shows', () => expect(unusedFiles(fences)).toEqual([]));
});
