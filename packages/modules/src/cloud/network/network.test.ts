import { afterAll, describe } from 'vitest';
import { cloudConformance } from '../testing/conformance.ts';
import { practiceCloud } from '../testing/practice-cloud.ts';
import { networkModule } from './kind.ts';

const cloud = await practiceCloud();
afterAll(() => cloud[Symbol.asyncDispose]());

describe('a network', () => {
  cloudConformance(cloud, {
    module: networkModule(cloud),
    collection: 'networks',
    spec: { cidr: '10.1.0.0/16' },
    changed: { cidr: '10.1.0.0/16', labels: { team: 'payments' } },
    replaced: { cidr: '10.2.0.0/16' },
    invalid: [
      { cidr: '10.1.0.1/16' },
      { cidr: '10.1.0.0/33' },
      { cidr: '10.1.0.256/29' },
      { cidr: '010.1.0.0/16' },
      { cidr: '٣.1.0.0/16' },
      { cidr: '10.1.0.0/16', name: 'Not-Legal' },
      { cidr: '10.1.0.0/16', labels: { 'ectropy.dev/owner': 'me' } },
      { cidr: '10.1.0.0/16', labels: { 'no spaces': '' } },
      JSON.parse('{"cidr":"10.1.0.0/16","labels":{"__proto__":"x"}}'),
    ],
    edit: { labels: { team: 'fraud' } },
  });
});
