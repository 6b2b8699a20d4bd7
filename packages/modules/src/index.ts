export { cloudModules, type CloudSettings } from './cloud/index.ts';
export { fileModule } from './file/kind.ts';
export { httpCheckModule } from './http-check/kind.ts';
export { kafkaModule } from './kafka/kind.ts';
export { postgresModules } from './postgres/index.ts';
