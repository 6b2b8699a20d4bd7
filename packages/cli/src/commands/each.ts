/** Several resources, one request each. */
import { type Problem, ProblemError } from '@ectropy/sdk';
import { type Document, documentOf } from '../api/document.ts';
import { inTitles } from '../api/urn.ts';
import { type Exit, exitOf } from '../exit.ts';
import { showProblem } from '../output/problem.ts';
import type { Session } from '../session.ts';
import { type Located, locate, referencesOf } from './reference.ts';

export interface Outcome {
  readonly documents: readonly Document[];
  /** How the first that was refused ends the command. */
  readonly refused: Exit | undefined;
}

/** A refusal of one does not keep the others from being asked for; every one of them is told. */
export async function forEach(words: readonly string[], session: Session, work: (located: Located) => Promise<Document>): Promise<Outcome> {
  const located = await Promise.all(referencesOf(words).map((reference) => locate(session, reference)));
  const documents: Document[] = [];
  let refused: Exit | undefined;
  for (const one of located) {
    try {
      documents.push(await work(one));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      refused ??= exitOf(error);
      for (const problem of await inWords(error, one, session)) tell(problem, session);
    }
  }
  return { documents, refused };
}

/** As people name resources. */
export async function inWords({ problems }: ProblemError, { title, project }: Located, session: Session): Promise<readonly Problem[]> {
  const types = await session.types();
  const place = project === undefined ? '' : ` in project ${project}`;
  return problems.map(({ message, ...problem }) => ({
    ...problem,
    message: / "[^"]*" not found$/.test(message) ? `there is no ${title}${place}` : inTitles(message, types, session.project),
  }));
}

/** The same for a command about one resource. */
export async function about<T>(located: Located, session: Session, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const [first = error.problem, ...more] = await inWords(error, located, session);
    throw new ProblemError([first, ...more], { cause: error });
  }
}

const tell = (problem: Problem, { io, style }: Session): void => io.stderr.write(`${showProblem(problem, style.err)}\n`);

/** `POST …/NAME/retry` and the like, which answer with the resource. */
export async function post(path: string, session: Session, body = {}): Promise<Document> {
  return documentOf(await session.api.call(path, { method: 'POST', body, idempotencyKey: session.io.newId() }));
}
