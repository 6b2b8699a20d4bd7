import type { CommonSpec } from '../spec.ts';

export type ServerSpec = CommonSpec & {
  readonly size: 'small' | 'medium' | 'large';
  readonly image: string;
  readonly power: 'on' | 'off';
};
