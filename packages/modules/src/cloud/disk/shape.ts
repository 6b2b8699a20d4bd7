import type { CloudObject } from '../object.ts';
import type { Shape } from '../shape.ts';
import { bondTo } from '../spec.ts';
import { shrinkFault } from './shrink.ts';
import type { DiskSpec } from './spec.ts';

export const diskShape: Shape<DiskSpec> = {
  collection: 'disks',
  noun: 'disk',
  fields: { sizeGb: 'number', server: 'word or null', device: 'given' },
  words: { sizeGb: 'size_gb' },
  links: ['server'],
  fixed: () => ({}),
  open: (subject) => {
    const server = bondTo(subject, 'server');
    return { sizeGb: subject.spec.size_gb, ...(server.type !== 'unknown' && { server: server.type === 'known' ? server.id : null }) };
  },
  output: ({ id, fields: { server, device } }) => ({
    id,
    ...(typeof device === 'string' && { device }),
    ...(typeof server === 'string' && { server }),
  }),
  declared: (object, common) => ({ size_gb: sizeOf(object), ...common }),
  obstacle: (object, { spec }) => shrinkFault(spec.size_gb, sizeOf(object)),
};

const sizeOf = ({ fields: { sizeGb } }: CloudObject): number => Number(sizeGb);
