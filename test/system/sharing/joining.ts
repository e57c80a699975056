/** Joins a team like users do: one invites, the other accepts with the secret in the link. */
import type { Session } from '../../stack.ts';

interface Invitation {
  readonly invitationId: string;
  readonly link: string;
}

export async function joinTeam(by: Session, teamId: string, who: Session, role: string): Promise<void> {
  const invited = await by.post<Invitation>(`/api/teams/${teamId}/members`, { email: who.email, role });
  const { invitationId, link } = invited.body;
  const secret = new URL(link).pathname.split('/').at(-1);
  const { status } = await who.post(`/api/teams/invitations/${invitationId}/accept`, { secret });
  if (status !== 200) throw new Error(`Accepting an invitation answers ${status}.`);
}
