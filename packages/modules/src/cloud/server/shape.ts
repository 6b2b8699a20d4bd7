import { word } from '../object.ts';
import type { Shape } from '../shape.ts';
import { bondTo } from '../spec.ts';
import type { ServerSpec } from './spec.ts';

export const serverShape: Shape<ServerSpec> = {
  collection: 'servers',
  noun: 'server',
  fields: { network: 'word', size: 'word', image: 'word', power: 'word', address: 'given' },
  links: ['network'],
  fixed: (subject) => {
    const network = bondTo(subject, 'network');
    return { image: subject.spec.image, ...(network.type === 'known' && { network: network.id }) };
  },
  open: ({ spec: { size, power } }) => ({ size, power }),
  output: (object) => ({
    id: object.id,
    address: word(object, 'address', 'server'),
    network: word(object, 'network', 'server'),
    size: word(object, 'size', 'server'),
    power: word(object, 'power', 'server'),
  }),
  // What the cloud calls a size or a power is for the schema to judge, at admission.
  declared: (object, common) => ({
    size: word(object, 'size', 'server') as ServerSpec['size'],
    image: word(object, 'image', 'server'),
    power: word(object, 'power', 'server') as ServerSpec['power'],
    ...common,
  }),
};
