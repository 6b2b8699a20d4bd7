import type { CommonSpec } from '../spec.ts';

export type NetworkSpec = CommonSpec & { readonly cidr: string };
