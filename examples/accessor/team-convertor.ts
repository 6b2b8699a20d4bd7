/** Between the hub view of a team and the two kinds of objects that the inventory service keeps for it. Pure. */
import { type Held, type Json, type JsonObject, type SpokeConvertor } from '@ectropy/sdk';
import type { Member, Team } from './inventory.ts';

/** One hub resource is one team and all its members. What has no id yet is new. */
export interface TeamSpoke {
  readonly team: Omit<Team, 'id'>;
  readonly members: readonly Pick<Member, 'email' | 'role'>[];
}

export const teamConvertor: SpokeConvertor<TeamSpoke> = {
  toHub: ({ team, members }) => ({
    project: team.projectId,
    name: team.title,
    labels: team.tags,
    annotations: team.notes,
    spec: {
      purpose: team.purpose,
      members: Object.fromEntries(members.map(({ email, role }) => [email, role])),
      ...(team.audience && { sharing: sharingOf(team.audience, team.audienceProjectIds ?? []) }),
    },
  }),
  fromHub: ({ project, name, labels, annotations, spec }) => ({
    team: { projectId: project, title: name, tags: labels, notes: annotations, purpose: textOf(spec['purpose']), ...audienceOf(spec) },
    members: Object.entries(objectOf(spec['members'])).map(([email, role]) => ({ email, role: textOf(role) })),
  }),
};

/** What the service says about it; ids stay here. */
export const statusOf = ({ members }: TeamSpoke): JsonObject => ({
  state: members.length > 0 ? 'staffed' : 'empty',
  memberCount: members.length,
});

export const withStatus = (spoke: TeamSpoke): Held => ({ ...teamConvertor.toHub(spoke), status: statusOf(spoke) });

const sharingOf = (audience: NonNullable<Team['audience']>, projectIds: readonly string[]): JsonObject =>
  audience === 'private'
    ? { enabled: false }
    : { enabled: true, projects: audience === 'everybody' ? [{ name: '*' }] : projectIds.map((name) => ({ name })) };

/** The form was checked by the server before it came here. */
function audienceOf(spec: JsonObject): Pick<Team, 'audience' | 'audienceProjectIds'> {
  if (spec['sharing'] === undefined) return {};
  const { enabled, projects } = objectOf(spec['sharing']);
  if (enabled !== true) return { audience: 'private' };
  const names = (projects as readonly Json[]).map((item) => textOf(objectOf(item)['name']));
  return names.includes('*') ? { audience: 'everybody' } : { audience: 'some', audienceProjectIds: names };
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
