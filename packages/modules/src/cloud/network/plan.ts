import type { Intent, Subject } from '@ectropy/sdk';
import { invalid } from '../faults.ts';
import { type CloudPlan, type Planning, planWith } from '../plan.ts';
import { cidrFault } from './cidr.ts';
import type { NetworkSpec } from './spec.ts';

const planning: Planning<NetworkSpec> = {
  noun: 'network',
  fixed: ['cidr'],
  unknown: ['id', 'gateway'],
  words: ({ cidr }) => cidr,
  faults: ({ cidr }) => {
    const fault = cidrFault(cidr);
    return fault ? [invalid(['cidr'], fault.message, fault.hint)] : [];
  },
};

export const plan = (subject: Subject<NetworkSpec>, intent: Intent<NetworkSpec>): CloudPlan<NetworkSpec> =>
  planWith(planning, subject, intent);
