/** The kind `team`, whose truth lies in the inventory service. */
import { type AccessContext, type Accessor, type Kind, type Locator, ProblemError, type Served } from '@ectropy/sdk';
import { type Inventory, type Member, openInventory, type Team } from './inventory.ts';
import { statusOf, teamConvertor, type TeamSpoke, withStatus } from './team-convertor.ts';

export const teamKind: Kind = {
  name: 'team',
  description: 'A team of people, kept by the inventory service.',
  group: 'directory',
  shareable: true,
  schema: {
    type: 'object',
    required: ['purpose'],
    additionalProperties: false,
    properties: {
      purpose: { type: 'string', minLength: 1, description: 'What the team is for.' },
      members: {
        type: 'object',
        default: {},
        description: 'Who belongs to it: address to role.',
        additionalProperties: { type: 'string', enum: ['lead', 'member'], description: 'What the person does in the team.' },
      },
    },
  },
  columns: [
    { name: 'Purpose', path: 'spec.purpose' },
    { name: 'Members', path: 'status.memberCount', type: 'integer' },
  ],
  examples: [{ purpose: 'Runs the platform.', members: { 'ann@example.org': 'lead', 'bob@example.org': 'member' } }],
};

/** `project` is an id here: the server's hydration has put it in place of the name. */
export function teamAccessor(inventory: Inventory): Accessor {
  const find = async ({ project, name }: Locator, context: AccessContext): Promise<Team | undefined> =>
    (await inventory.teams({ projectId: project, title: name }, context))[0];
  const gather = async (team: Team, context: AccessContext): Promise<TeamSpoke> => ({
    team,
    members: inOrder(await inventory.members({ teamId: team.id }, context)),
  });
  return {
    async get(at, context) {
      const team = await find(at, context);
      return team && withStatus(await gather(team, context));
    },
    async list({ project }, context) {
      const teams = await inventory.teams(project === undefined ? {} : { projectId: project }, context);
      const byTeam = Map.groupBy(teams.length > 0 ? await inventory.members({}, context) : [], ({ teamId }) => teamId);
      return teams.map((team) => withStatus({ team, members: inOrder(byTeam.get(team.id) ?? []) }));
    },
    async apply(held, context) {
      const wanted = teamConvertor.fromHub(held);
      const team = await settleTeam(wanted.team, await find(held, context), inventory, context);
      await settleMembers(team.id, wanted.members, inventory, context);
      return withStatus(await gather(team, context));
    },
    async delete(at, context) {
      const team = await find(at, context);
      return team !== undefined && inventory.deleteTeam(team.id, context);
    },
    async status(at, context) {
      const team = await find(at, context);
      return team && statusOf(await gather(team, context));
    },
    async *notifications({ signal }) {
      for await (const event of inventory.events(signal))
        yield event === 'connected' ? undefined : { project: event.projectId, name: event.title };
    },
  };
}

const inOrder = (members: readonly Member[]): readonly Member[] => [...members].sort((a, b) => (a.email < b.email ? -1 : 1));

/** Creates it, or changes it where it differs. Somebody may be faster in either direction, so it is tried a few times. */
async function settleTeam(wanted: TeamSpoke['team'], found: Team | undefined, inventory: Inventory, context: AccessContext): Promise<Team> {
  let current = found;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (current && isSame(wanted, current)) return current;
    const settled = current
      ? await inventory.replaceTeam({ ...wanted, id: current.id }, context)
      : await inventory.createTeam(wanted, context);
    if (settled) return settled;
    [current] = await inventory.teams({ projectId: wanted.projectId, title: wanted.title }, context);
  }
  throw new ProblemError({ code: 'conflict', message: `team '${wanted.title}' is being changed by others`, hint: 'try again' });
}

/** Only what differs is written: the same again writes nothing. */
async function settleMembers(teamId: string, wanted: TeamSpoke['members'], inventory: Inventory, context: AccessContext): Promise<void> {
  const found = new Map((await inventory.members({ teamId }, context)).map((member) => [member.email, member]));
  for (const { email, role } of wanted) if (found.get(email)?.role !== role) await inventory.putMember({ teamId, email, role }, context);
  const kept = new Set(wanted.map(({ email }) => email));
  for (const { id, email } of found.values()) if (!kept.has(email)) await inventory.deleteMember(id, context);
}

const isSame = (wanted: TeamSpoke['team'], { id: _id, ...team }: Team): boolean => sorted(wanted) === sorted(team);

/** The same text for the same content, whatever the order of its fields. */
const sorted = (value: object): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** What the server is given. */
export const serveTeams = (base: string): Served => ({ kind: teamKind, accessor: teamAccessor(openInventory(base)) });
