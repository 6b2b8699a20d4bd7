/** Which methods a path would answer to, so that a wrong one is told from a wrong path. */
export interface Registered {
  readonly method: string;
  /** As Fastify writes it: `/resources/:urn/logs`. */
  readonly url: string;
}

export const allowedMethods = (routes: readonly Registered[], path: string): readonly string[] => [
  ...new Set(routes.filter(({ url }) => matchesPattern(url, path)).map(({ method }) => method)),
];

function matchesPattern(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, i) => (part.startsWith(':') ? given[i] !== '' : part === given[i]));
}
