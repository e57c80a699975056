/** The team of the sample data: records that its two members share, and a request by one of them. */
import type { InputOf } from '@svc/operations/registry/define-operation';
import type { OperationTypes } from '@svc/operations/registry/registry';
import { type Call, dateAgo } from './demo-api.ts';
import { MAYA } from './seed-deals.ts';

const MESSAGE_TEMPLATE = {
  name: 'Report to the sponsor',
  subject: 'Views of your campaign',
  body: 'Hello {contact},\n\nhere are the views of {deal}:\n\n{views}',
  tags: ['report'],
};

const DEAL_OF_TEAMMATE = {
  name: 'Tea tasting, Harbour Tea',
  brand: 'Harbour Tea',
  promoCode: 'TEA15',
  viewsTarget: 50_000,
  platform: 'YouTube',
  contactName: 'Maya Lindqvist',
  tags: ['food'],
};

const VIDEO_OF_TEAMMATE = { url: 'https://www.youtube.com/watch?v=Hb5teatast1', title: 'Nine teas, one winner' };

export interface Team {
  readonly owner: Call;
  readonly teammate: Call;
  readonly teammateEmail: string;
  /** The owner's deal that is shared with the team. */
  readonly dealId: string;
  readonly shortLinkId: string;
}

/** Creates a team of the demo account and a teammate, who both share records with it; returns the number of shared records. */
export async function seedTeam({ owner, teammate, teammateEmail, dealId, shortLinkId }: Team): Promise<number> {
  const teams = await owner<'teams.list'>('GET', '/api/teams');
  const team = teams.items[0] ?? (await owner<'teams.create'>('POST', '/api/teams', { name: 'Creator desk' }));
  const shares = `/api/teams/${team.id}/shares`;
  const before = await owner<'teams.list_shares'>('GET', shares);
  if (before.total > 0) return before.total;

  const invitation = { email: teammateEmail, role: 'admin' } as const;
  const invited = await owner<'teams.invite_member'>('POST', `/api/teams/${team.id}/members`, invitation);
  const secret = new URL(invited.link).pathname.split('/').at(-1) ?? '';
  await teammate<'teams.accept_invitation'>('POST', `/api/teams/invitations/${invited.invitationId}/accept`, {
    secret,
  });
  const share = (call: Call, entityType: InputOf<OperationTypes['teams.share']>['entityType'], entityId: string) =>
    call<'teams.share'>('POST', `/api/teams/${team.id}/share`, { entityType, entityId });

  await share(owner, 'deal', dealId);
  await share(owner, 'contact', await contactOf(owner));
  await share(owner, 'short_link', shortLinkId);
  const task = await owner<'tasks.create'>('POST', '/api/tasks', { title: 'Send the report to Northwind', dealId });
  await share(owner, 'task', task.id);

  await share(teammate, 'contact', await contactOf(teammate));
  const template = await teammate<'templates.message.create'>('POST', '/api/templates/message', MESSAGE_TEMPLATE);
  await share(teammate, 'message_template', template.id);
  await share(teammate, 'deal', await dealOf(teammate));
  await askToSee(owner, teammate, dealId);
  return (await owner<'teams.list_shares'>('GET', shares)).total;
}

async function contactOf(call: Call): Promise<string> {
  const known = await call<'contacts.list'>('GET', '/api/contacts?limit=200');
  const found = known.items.find(({ name }) => name === MAYA.name);
  return (found ?? (await call<'contacts.create'>('POST', '/api/contacts', MAYA))).id;
}

async function dealOf(teammate: Call): Promise<string> {
  const deal = await teammate<'deals.create'>('POST', '/api/deals', DEAL_OF_TEAMMATE);
  await teammate<'deals.add_video'>('POST', `/api/deals/${deal.id}/videos`, {
    ...VIDEO_OF_TEAMMATE,
    postDate: dateAgo(7),
  });
  return deal.id;
}

/** Requests access to a deal, so that the inbox has something to decide. */
async function askToSee(owner: Call, teammate: Call, dealId: string): Promise<void> {
  const { user } = await owner<'auth.get_account'>('GET', '/api/auth/me');
  await teammate<'access_requests.create'>('POST', '/api/access-requests', {
    ownerId: user.id,
    scope: 'deal.amount',
    entityId: dealId,
    reason: 'I am drafting the offer for the second video.',
  });
}
