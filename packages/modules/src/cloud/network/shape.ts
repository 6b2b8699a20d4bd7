import { word } from '../object.ts';
import type { Shape } from '../shape.ts';
import type { NetworkSpec } from './spec.ts';

export const networkShape: Shape<NetworkSpec> = {
  collection: 'networks',
  noun: 'network',
  fields: { cidr: 'word', gateway: 'given' },
  links: [],
  fixed: ({ spec }) => ({ cidr: spec.cidr }),
  open: () => ({}),
  output: (object) => ({ id: object.id, cidr: word(object, 'cidr', 'network'), gateway: word(object, 'gateway', 'network') }),
  declared: (object, common) => ({ cidr: word(object, 'cidr', 'network'), ...common }),
};
