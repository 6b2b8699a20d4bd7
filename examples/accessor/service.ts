/**
 * «Inventory»: a small REST service with habits of its own, in its own process. Teams and their members are two collections, everything has
 * an id, projects are known by id only, and changes are told as server-sent events. It knows nothing of Ectropy.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export interface Team {
  readonly id: string;
  readonly projectId: string;
  readonly title: string;
  readonly purpose: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly notes: Readonly<Record<string, string>>;
  /** `private`, `everybody` or `some`; who the some are stands beside it. */
  readonly audience?: 'private' | 'everybody' | 'some';
  readonly audienceProjectIds?: readonly string[];
}

export interface Member {
  readonly id: string;
  readonly teamId: string;
  readonly email: string;
  readonly role: string;
}

interface Change {
  readonly projectId: string;
  readonly title: string;
}

interface Answer {
  readonly code: number;
  readonly body?: unknown;
}

/** For tests: how slow the service is, and how many of the next requests fail. */
const mood = { delayMs: 0, fail: 0, requests: 0 };
const teams = new Map<string, Team>();
const members = new Map<string, Member>();
const listeners = new Set<ServerResponse>();
let lastId = 0;

const newId = (prefix: string): string => `${prefix}-${String((lastId += 1)).padStart(6, '0')}`;
const notFound: Answer = { code: 404, body: { error: 'no such thing' } };
const taken = (id: string): Answer => ({ code: 409, body: { error: 'exists already', id } });

function tell(team: Team | undefined): void {
  const change: Change | undefined = team && { projectId: team.projectId, title: team.title };
  if (change) for (const listener of listeners) listener.write(`event: change\ndata: ${JSON.stringify(change)}\n\n`);
}

const find = <T extends object>(rows: ReadonlyMap<string, T>, query: URLSearchParams): readonly T[] =>
  [...rows.values()].filter((row) =>
    [...query].every(([field, value]) => Object.entries(row).some(([key, held]) => key === field && held === value)),
  );

function createTeam(sent: Omit<Team, 'id'>): Answer {
  const twin = [...teams.values()].find(({ projectId, title }) => projectId === sent.projectId && title === sent.title);
  if (twin) return taken(twin.id);
  const team: Team = { ...sent, id: newId('t') };
  teams.set(team.id, team);
  tell(team);
  return { code: 201, body: team };
}

function replaceTeam(id: string, sent: Omit<Team, 'id'>): Answer {
  const team: Team = { ...sent, id };
  if (!teams.has(id)) return notFound;
  teams.set(id, team);
  tell(team);
  return { code: 200, body: team };
}

function deleteTeam(id: string): Answer {
  const team = teams.get(id);
  if (!team) return notFound;
  for (const { id: member, teamId } of members.values()) if (teamId === id) members.delete(member);
  teams.delete(id);
  tell(team);
  return { code: 204 };
}

function putMember(sent: Omit<Member, 'id'>): Answer {
  const team = teams.get(sent.teamId);
  if (!team) return notFound;
  const twin = [...members.values()].find(({ teamId, email }) => teamId === sent.teamId && email === sent.email);
  const member: Member = { ...sent, id: twin?.id ?? newId('m') };
  members.set(member.id, member);
  tell(team);
  return { code: twin ? 200 : 201, body: member };
}

function deleteMember(id: string): Answer {
  const member = members.get(id);
  if (!member) return notFound;
  members.delete(id);
  tell(teams.get(member.teamId));
  return { code: 204 };
}

function reset(): Answer {
  teams.clear();
  members.clear();
  Object.assign(mood, { delayMs: 0, fail: 0, requests: 0 });
  return { code: 204 };
}

const routes: Readonly<Record<string, (id: string, query: URLSearchParams, body: unknown) => Answer>> = {
  'GET /teams': (_id, query) => ({ code: 200, body: find(teams, query) }),
  'POST /teams': (_id, _query, body) => createTeam(body as Omit<Team, 'id'>),
  'PUT /teams/:id': (id, _query, body) => replaceTeam(id, body as Omit<Team, 'id'>),
  'DELETE /teams/:id': (id) => deleteTeam(id),
  'GET /members': (_id, query) => ({ code: 200, body: find(members, query) }),
  'POST /members': (_id, _query, body) => putMember(body as Omit<Member, 'id'>),
  'DELETE /members/:id': (id) => deleteMember(id),
  'GET /mood': () => ({ code: 200, body: mood }),
  'PUT /mood': (_id, _query, body) => ({ code: 200, body: Object.assign(mood, body) }),
  'DELETE /mood': reset,
};

function listen(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write(': hello\n\n');
  listeners.add(response);
  request.on('close', () => listeners.delete(response));
}

async function answer(request: IncomingMessage, url: URL): Promise<Answer> {
  const [, collection = '', id] = url.pathname.split('/');
  const route = routes[`${request.method} /${collection}${id === undefined ? '' : '/:id'}`];
  const body = request.method === 'POST' || request.method === 'PUT' ? await json(request) : undefined;
  if (collection !== 'mood') {
    mood.requests += 1;
    if (mood.delayMs > 0) await delay(mood.delayMs);
    if (mood.fail > 0) {
      mood.fail -= 1;
      return { code: 503, body: { error: 'not today' } };
    }
  }
  return route ? route(id ?? '', url.searchParams, body) : notFound;
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://inventory');
  if (url.pathname === '/events') return listen(request, response);
  answer(request, url).then(
    ({ code, body }) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(body === undefined ? undefined : JSON.stringify(body)),
    () => response.writeHead(400).end('{"error":"cannot be read"}'),
  );
});

server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(`http://127.0.0.1:${address.port}`);
});
process.on('SIGTERM', () => process.exit(0));
