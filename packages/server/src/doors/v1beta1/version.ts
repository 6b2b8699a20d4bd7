import type { Verb } from './ask.ts';
import { versionToWire } from './to-wire.ts';

/** POST /v1/version: what the client says about itself is of no consequence. */
export const version: Verb = async (_ask, { build }) => ({ json: { server: versionToWire(build) } });
