import { type JsonObject, type Problem, ProblemError } from '@ectropy/sdk';

/** `network=main` and `network=cloud_network/main` as a document has them. Everything that is wrong is told at once. */
export function dependenciesOf(words: readonly string[]): JsonObject {
  const pairs = words.map((word) => ({ word, match: /^([^=/]+)=(?:([^/]+)\/)?([^/]+)$/.exec(word) }));
  const problems = pairs.flatMap(({ word, match }, i): readonly Problem[] => {
    if (!match) return [wrong(`${JSON.stringify(word)} names no dependency`, 'write key=name or key=kind/name')];
    return pairs.findIndex((other) => other.match?.[1] === match[1]) === i
      ? []
      : [wrong(`${match[1]} stands there twice`, 'keep one of them')];
  });
  const [first, ...more] = problems;
  if (first) throw new ProblemError([first, ...more]);
  return Object.fromEntries(
    pairs.map(({ match }) => [match?.[1] ?? '', { name: match?.[3] ?? '', ...(match?.[2] !== undefined && { kind: match[2] }) }]),
  );
}

const wrong = (message: string, hint: string): Problem => ({ code: 'invalid', message: `--dependency: ${message}`, hint });
