import type { CommonSpec } from '../spec.ts';

export type DiskSpec = CommonSpec & { readonly size_gb: number };
