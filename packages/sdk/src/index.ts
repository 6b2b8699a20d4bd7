/** The contracts of Ectropy. Nothing here has a dependency, a platform or an effect. */
export * from './accessor.ts';
export * from './json.ts';
export * from './kind.ts';
export * from './module.ts';
export * from './problem.ts';
