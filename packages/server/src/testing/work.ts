/** Milliseconds that this thread has worked since: on a busy machine it waits, and that is not its fault. */
export function work(): () => number {
  const begun = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1_000;
  };
}
