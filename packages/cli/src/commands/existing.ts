/** A name that nothing has is said in words, with the name that was probably meant. */
import { type Problem, ProblemError } from '@ectropy/sdk';
import { suggest } from '@ectropy/server/client';
import { TABLE, tableOf } from '../api/table.ts';
import { collectionPath } from '../api/types.ts';
import type { Session } from '../session.ts';
import type { Located } from './reference.ts';

type Asked = Pick<Located, 'type' | 'project' | 'name'>;

export async function existing<T>(session: Session, asked: Asked, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== 'not_found') throw error;
    throw new ProblemError(missing(asked, await namesNear(session, asked), session), { cause: error });
  }
}

function missing({ type, project, name }: Asked, known: readonly string[], session: Pick<Session, 'project'>): Problem {
  const near = suggest(name, known);
  const place = project === undefined ? '' : ` in project ${project}`;
  return {
    code: 'not_found',
    message: `there is no ${type.kind} ${JSON.stringify(name)}${place}${near === undefined ? '' : `; did you mean ${near}?`}`,
    hint: `list them with \`ectropy get ${type.plural}${project === undefined || project === session.project ? '' : ` -n ${project}`}\``,
  };
}

const SOME = 500;

/** A help, not an answer: if it cannot be had, there is none. */
async function namesNear({ api }: Session, { type, project }: Asked): Promise<readonly string[]> {
  try {
    const answer = await api.call(collectionPath(type, project), { accept: TABLE, query: { limit: SOME } });
    return tableOf(answer).rows.map(({ metadata }) => metadata.name);
  } catch {
    return [];
  }
}
