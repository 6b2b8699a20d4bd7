export { fileModule } from './file/kind.ts';
export { kafkaModule } from './kafka/kind.ts';
