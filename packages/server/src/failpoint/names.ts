/** The places where a process can be made to die, fail or wait. Each stands where the state of the world and that of the store differ. */
export const failpoints = [
  'http.received',
  'http.before-answer',
  'watch.mid-stream',
  'store.before-begin',
  'store.before-commit',
  'store.commit-sent',
  'store.committed',
  'store.before-notify',
  'worker.claimed',
  'worker.loaded',
  'worker.before-call',
  'worker.call-sent',
  'worker.answered',
  'worker.recorded',
  'worker.between-steps',
  'worker.before-delete',
  'worker.before-drop',
  'worker.heartbeat',
  'migrate.between-files',
] as const;

export type Failpoint = (typeof failpoints)[number];
