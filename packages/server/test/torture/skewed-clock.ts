/** Loaded before a server: its wall clock is off by so much. What is decided by the database's clock must not notice. */
const skewMs = Number(process.env['CLOCK_SKEW_MS'] ?? 0);

if (skewMs !== 0) {
  const Real = Date;
  const now = (): number => Real.now() + skewMs;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args: readonly unknown[], own) => Reflect.construct(target, args.length === 0 ? [now()] : args, own) as object,
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  });
}
