import type { Intent, Subject } from '@ectropy/sdk';
import { type CloudPlan, type Planning, planWith } from '../plan.ts';
import { shrinkFault } from './shrink.ts';
import type { DiskSpec } from './spec.ts';

const planning: Planning<DiskSpec> = {
  noun: 'disk',
  fixed: [],
  link: { key: 'server', movable: true },
  unknown: ['id', 'device'],
  words: ({ size_gb: sizeGb }) => `${sizeGb} GB`,
  obstacles: (wanted, now) => [shrinkFault(wanted.size_gb, now.size_gb) ?? []].flat(),
};

export const plan = (subject: Subject<DiskSpec>, intent: Intent<DiskSpec>): CloudPlan<DiskSpec> => planWith(planning, subject, intent);
