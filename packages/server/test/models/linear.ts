/**
 * Whether what several clients saw of one object could have come about one request after the other: a search for an order
 * that respects time (what had been answered before another was sent comes first) and that the object agrees with.
 */

/** One request as its client saw it. The times are of one clock. */
export interface Call<Op, Answer> {
  readonly client: string;
  readonly op: Op;
  readonly invoked: number;
  readonly returned: number;
  readonly answer: Answer;
}

export interface Sequential<State, Op, Answer> {
  readonly start: State;
  /** The state after an operation with this answer; `undefined`: it cannot have been answered so. */
  step(state: State, op: Op, answer: Answer): State | undefined;
  /** What may happen by itself. */
  drifts?(state: State): readonly State[];
}

/** An order of the calls that explains them all, or `undefined` if there is none. */
export function linearize<State, Op, Answer>(
  calls: readonly Call<Op, Answer>[],
  { start, step, drifts = () => [] }: Sequential<State, Op, Answer>,
): readonly Call<Op, Answer>[] | undefined {
  const dead = new Set<string>();
  const search = (state: State, left: readonly number[]): readonly number[] | undefined => {
    if (left.length === 0) return [];
    const place = `${left.join()} ${JSON.stringify(state)}`;
    if (dead.has(place)) return undefined;
    dead.add(place);
    for (const i of firsts(left)) {
      const { op, answer } = calls[i] as Call<Op, Answer>;
      const next = step(state, op, answer);
      const rest =
        next === undefined
          ? undefined
          : search(
              next,
              left.filter((one) => one !== i),
            );
      if (rest) return [i, ...rest];
    }
    for (const other of drifts(state)) {
      const found = search(other, left);
      if (found) return found;
    }
    return undefined;
  };
  /** Those that nobody else's answer came before. */
  const firsts = (left: readonly number[]): readonly number[] => {
    const earliest = Math.min(...left.map((i) => calls[i]?.returned ?? 0));
    return left.filter((i) => (calls[i]?.invoked ?? 0) <= earliest);
  };
  return search(
    start,
    calls.map((_, i) => i),
  )?.map((i) => calls[i] as Call<Op, Answer>);
}

/** Notes what clients ask and are answered, on a clock that counts. */
export function openRecorder<Op, Answer>() {
  const calls: Call<Op, Answer>[] = [];
  let now = 0;
  return {
    calls,
    async record(client: string, op: Op, work: () => Promise<Answer>): Promise<Answer> {
      const invoked = (now += 1);
      const answer = await work();
      calls.push({ client, op, invoked, returned: (now += 1), answer });
      return answer;
    },
  };
}

/** A history as people read it: who asked what, from when to when, and what came back. */
export const historyOf = (calls: readonly Call<unknown, unknown>[]): string =>
  calls
    .toSorted((a, b) => a.invoked - b.invoked)
    .map(
      ({ client, op, invoked, returned, answer }) => `${invoked}-${returned} ${client}: ${JSON.stringify(op)} → ${JSON.stringify(answer)}`,
    )
    .join('\n');
