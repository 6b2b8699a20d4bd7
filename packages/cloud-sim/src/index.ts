/** A small cloud to practise on, as its own process. */
export type { Collection, Entry, Quota } from './world/model.ts';
export { openapi } from './http/routes.ts';
export { main } from './run.ts';
export { type CloudOptions, type RunningCloud, startCloud } from './start.ts';
