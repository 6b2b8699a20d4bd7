import { afterAll, describe } from 'vitest';
import { serverModule } from '../server/kind.ts';
import { cloudConformance } from '../testing/conformance.ts';
import { aNetwork, Life } from '../testing/life.ts';
import { practiceCloud } from '../testing/practice-cloud.ts';
import { diskModule } from './kind.ts';

const cloud = await practiceCloud();
afterAll(() => cloud[Symbol.asyncDispose]());

const shared = {
  module: diskModule(cloud),
  collection: 'disks',
  spec: { size_gb: 20 },
  changed: { size_gb: 30, labels: { holds: 'orders' } },
  replaced: { size_gb: 20, name: 'another' },
  edit: { labels: { holds: 'nothing' } },
};

describe('a disk by itself', () => {
  cloudConformance(cloud, shared);
});

let server: Life | undefined;

describe('a disk that is attached', () => {
  cloudConformance(cloud, {
    ...shared,
    edit: { server: null },
    prepare: async () => {
      const network = (await aNetwork(cloud)).need;
      server = await new Life(
        cloud,
        serverModule(cloud),
        { size: 'small', image: 'debian-12', power: 'on' },
        { needs: { network } },
      ).create();
    },
    needs: () => ({ server: server?.need ?? { kind: 'cloud_server', name: 'web' } }),
  });
});
