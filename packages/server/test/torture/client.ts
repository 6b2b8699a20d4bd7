/** A client that does not give up: the same request under the same key, at whoever is there, until somebody answers. */
import { setTimeout as pass } from 'node:timers/promises';
import { type Answer, type Call, call } from '../product.ts';

export interface Sent {
  readonly answer: Answer | undefined;
  readonly attempts: number;
  /** Some attempt had no answer, or one that leaves open what happened. */
  readonly doubtful: boolean;
  readonly sentAt: number;
  readonly answeredAt: number;
}

export interface Client {
  send(path: string, request?: Call): Promise<Sent>;
  read(path: string): Promise<Answer>;
}

const GIVE_UP_MS = 90_000;
const ATTEMPT_MS = 20_000;
/** A refusal may have overtaken an attempt whose answer was lost: it is asked for once more when that has surely ended. */
const REFUSED_AGAIN_MS = 500;

const isOpen = ({ status }: Answer): boolean => status >= 500 || status === 429;

/** `urls`: where the API answers; `first` says whom to ask first. */
export function openClient(urls: readonly string[], first: () => number): Client {
  const attempt = async (number: number, path: string, request: Call): Promise<Answer | undefined> => {
    const url = urls[number % urls.length] ?? '';
    const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ATTEMPT_MS).unref());
    return Promise.race([call({ url }, path, request).catch(() => undefined), timeout]);
  };
  const send = async (path: string, request: Call = {}): Promise<Sent> => {
    const sentAt = Date.now();
    const turn = first();
    let doubtful = false;
    let refusedOnce = false;
    let answer: Answer | undefined;
    for (let attempts = 1; ; attempts += 1) {
      answer = await attempt(turn + attempts, path, request);
      const settled = answer !== undefined && !isOpen(answer);
      const refused = settled && answer !== undefined && answer.status >= 400;
      if (settled && !(refused && doubtful && !refusedOnce)) return { answer, attempts, doubtful, sentAt, answeredAt: Date.now() };
      if (Date.now() - sentAt > GIVE_UP_MS) return { answer: undefined, attempts, doubtful, sentAt, answeredAt: Date.now() };
      refusedOnce = refused;
      doubtful ||= !settled;
      await pass(refused ? REFUSED_AGAIN_MS : Math.min(500, 20 * attempts));
    }
  };
  const read = async (path: string): Promise<Answer> => {
    const { answer } = await send(path);
    if (!answer) throw new Error(`nobody answers ${path}`);
    return answer;
  };
  return { send, read };
}
