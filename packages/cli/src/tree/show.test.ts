import { expect, test } from 'vitest';
import type { TreeNode } from '../api/tree.ts';
import { plain } from '../terminal/style.ts';
import { aType } from '../testing/types.ts';
import { showTree } from './show.ts';

const bare = (name: string, more: Partial<TreeNode> = {}): TreeNode => ({
  urn: `orn:entropy:lamp:demo:${name}`,
  apiVersion: 'core.ectropy.dev/v1',
  kind: 'Lamp',
  namespace: 'demo',
  name,
  resource: 'lamps',
  phase: 'Ready',
  ready: 'True',
  message: 'It is as declared.',
  ...more,
});
const node = (name: string, more: Partial<TreeNode> = {}): TreeNode => bare(name, { dependencies: [], ...more });
const view = { style: plain, project: 'demo', types: [aType('Lamp')] };

test('a tree shows what stands on what, and what is wrong', () => {
  const shared = node('main', { key: 'network' });
  const roots = [
    node('web', {
      phase: 'Blocked',
      ready: 'False',
      message: 'It waits for orn:entropy:lamp:demo:disk.',
      dependencies: [
        shared,
        node('disk', { key: 'disk', phase: 'Failed', ready: 'False', message: 'quota\nexceeded', namespace: 'other' }),
      ],
    }),
    node('api', { dependencies: [{ ...shared, repeated: true }], hides: true, cut: true }),
  ];
  expect(showTree(roots, view, 'Project demo')).toEqual([
    'Project demo',
    '├─ ! Lamp/web  Blocked  It waits for Lamp/disk.',
    '│  ├─ ✓ Lamp/main  Ready  (as network)',
    '│  └─ ✗ Lamp/disk  Failed  (in other, as disk)  quota exceeded',
    '└─ ✓ Lamp/api  Ready',
    '   ├─ ✓ Lamp/main  Ready  (as network, shown above)',
    '   ├─ … what you may not see',
    '   └─ … more',
  ]);
});

test('one root stands alone, in either direction', () => {
  expect(showTree([bare('main', { dependents: [bare('web')] })], view)).toEqual(['✓ Lamp/main  Ready', '└─ ✓ Lamp/web  Ready']);
});

test('foreign text stays in its line and moves no cursor', () => {
  const [line] = showTree([node('x', { phase: 'Bad\u001b[2J', ready: 'False', message: '\u009bHa\nha' })], view);
  expect(line).toBe('◌ Lamp/x  Bad\\x1b[2J  \\x9bHa ha');
});
