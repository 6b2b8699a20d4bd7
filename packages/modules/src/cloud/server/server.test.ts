import { afterAll, describe } from 'vitest';
import { cloudConformance } from '../testing/conformance.ts';
import { aNetwork, type Life } from '../testing/life.ts';
import { practiceCloud } from '../testing/practice-cloud.ts';
import { serverModule } from './kind.ts';

const cloud = await practiceCloud();
afterAll(() => cloud[Symbol.asyncDispose]());

let network: Life | undefined;

describe('a server', () => {
  cloudConformance(cloud, {
    module: serverModule(cloud),
    collection: 'servers',
    spec: { size: 'small', image: 'debian-12', power: 'on' },
    changed: { size: 'large', image: 'debian-12', power: 'off', labels: { role: 'web' } },
    replaced: { size: 'small', image: 'debian-13', power: 'on' },
    invalid: [{ size: 'small', image: 'debian-12', power: 'on', name: '-' }],
    actions: { reboot: {} },
    edit: { size: 'medium' },
    prepare: async () => {
      network = await aNetwork(cloud);
    },
    needs: () => ({ network: network?.need ?? { kind: 'cloud_network', name: 'net' } }),
  });
});
