import type { Module } from '@ectropy/sdk';
import type { CloudSettings } from './client.ts';
import { diskModule } from './disk/kind.ts';
import { networkModule } from './network/kind.ts';
import { serverModule } from './server/kind.ts';

export type { CloudSettings } from './client.ts';

/** The kinds of a cloud, on the one at `url`; a project can configure another. */
export const cloudModules = (settings: CloudSettings): readonly Module[] => [
  networkModule(settings),
  serverModule(settings),
  diskModule(settings),
];
