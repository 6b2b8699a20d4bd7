/** A client of the inventory service: one function per request, in the service's own words. */
import { type AccessContext, ProblemError } from '@ectropy/sdk';
import type { Member, Team } from './service.ts';

export type { Member, Team } from './service.ts';

export interface Inventory {
  teams(query: Readonly<Record<string, string>>, context: AccessContext): Promise<readonly Team[]>;
  members(query: Readonly<Record<string, string>>, context: AccessContext): Promise<readonly Member[]>;
  /** `undefined` when somebody else was faster. */
  createTeam(team: Omit<Team, 'id'>, context: AccessContext): Promise<Team | undefined>;
  /** `undefined` when it is gone. */
  replaceTeam(team: Team, context: AccessContext): Promise<Team | undefined>;
  deleteTeam(id: string, context: AccessContext): Promise<boolean>;
  putMember(member: Omit<Member, 'id'>, context: AccessContext): Promise<void>;
  deleteMember(id: string, context: AccessContext): Promise<void>;
  events(signal: AbortSignal): AsyncIterable<{ readonly projectId: string; readonly title: string } | 'connected'>;
}

export function openInventory(base: string): Inventory {
  const call = async (method: string, path: string, { signal, traceparent }: AccessContext, body?: object): Promise<Response> => {
    const headers = { 'content-type': 'application/json', ...(traceparent !== undefined && { traceparent }) };
    const request = { method, signal, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${base}${path}`, request).catch((error: unknown) => {
      throw new ProblemError(
        { code: signal.aborted ? 'cancelled' : 'unavailable', message: 'cannot reach the inventory service' },
        { cause: error },
      );
    });
    if (response.ok || response.status === 404 || response.status === 409) return response;
    throw new ProblemError({ code: 'unavailable', message: `the inventory service answered ${response.status} to ${method} ${path}` });
  };
  const list = async <T>(path: string, query: Readonly<Record<string, string>>, context: AccessContext): Promise<readonly T[]> =>
    (await call('GET', `${path}?${new URLSearchParams(query)}`, context)).json() as Promise<readonly T[]>;
  return {
    teams: (query, context) => list<Team>('/teams', query, context),
    members: (query, context) => list<Member>('/members', query, context),
    async createTeam(team, context) {
      const response = await call('POST', '/teams', context, team);
      return response.ok ? ((await response.json()) as Team) : undefined;
    },
    async replaceTeam({ id, ...team }, context) {
      const response = await call('PUT', `/teams/${id}`, context, team);
      return response.ok ? ((await response.json()) as Team) : undefined;
    },
    deleteTeam: async (id, context) => (await call('DELETE', `/teams/${id}`, context)).ok,
    putMember: async (member, context) => void (await call('POST', '/members', context, member)),
    deleteMember: async (id, context) => void (await call('DELETE', `/members/${id}`, context)),
    events: (signal) => readEvents(`${base}/events`, signal),
  };
}

/** Server-sent events, as far as this service uses them. */
async function* readEvents(url: string, signal: AbortSignal) {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) throw new ProblemError({ code: 'unavailable', message: 'the inventory service tells no events' });
  yield 'connected' as const;
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) yield JSON.parse(data) as { readonly projectId: string; readonly title: string };
    }
  }
}
