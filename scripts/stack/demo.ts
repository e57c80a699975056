/** Sample data for `npm start -- --demo`, made through the public API like anyone's. */
import type { InputOf, OutputOf } from '@svc/operations/define-operation';
import type { OperationTypes } from '@svc/operations/registry';
import { callApi, type Answer } from './http.ts';

const EMAIL = 'demo@localhost.localdomain';
const TEAMMATE_EMAIL = 'robin@localhost.localdomain';
const DAY_MS = 86_400_000;

interface DemoDeal {
  readonly name: string;
  readonly promoCode: string;
  readonly price: number;
  readonly viewsTarget: number;
  readonly contact: string;
  /** Days ago that the videos were posted: with checks after 1, 7 and 30 days, some are due today. */
  readonly postedDaysAgo: number;
  readonly urls: readonly string[];
  /** Views of the first video, by days after it was posted. */
  readonly readings: readonly (readonly [days: number, views: number])[];
}

const DEALS: readonly DemoDeal[] = [
  {
    name: 'Spring launch, Northwind Coffee',
    promoCode: 'SPRING20',
    price: 2_400,
    viewsTarget: 150_000,
    contact: 'Maya Lindqvist',
    postedDaysAgo: 31,
    urls: ['https://www.youtube.com/watch?v=Nw3coffee01', 'https://www.facebook.com/watch/?v=1018274650912345'],
    readings: [
      [1, 18_240],
      [7, 96_410],
    ],
  },
  {
    name: 'Trail shoes, Fjell Running',
    promoCode: 'FJELL15',
    price: 900,
    viewsTarget: 40_000,
    contact: 'Jonas Berg',
    postedDaysAgo: 8,
    urls: ['https://www.youtube.com/watch?v=Fj4running8'],
    readings: [[1, 12_093]],
  },
  {
    name: 'Studio lights, Lumen & Co',
    promoCode: 'LUMEN10',
    price: 1_250,
    viewsTarget: 60_000,
    contact: 'Aisha Rahman',
    postedDaysAgo: 1,
    urls: ['https://www.instagram.com/reel/C9lumenStud/'],
    readings: [],
  },
];

interface Account {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** What was added, and who may look at it. */
export interface Seeded {
  readonly email: string;
  /** Has the same password. */
  readonly teammate: string;
  readonly summary: string;
}

/** Both members know her, so each sees the other as a mutual owner. */
const CONTACT = {
  name: 'Maya Lindqvist',
  email: 'maya@northwind.example',
  company: 'Northwind Coffee',
  tags: ['coffee'],
};

const MESSAGE_TEMPLATE = {
  name: 'Report to the sponsor',
  subject: 'Views of your campaign',
  body: 'Hello {contact},\n\nhere are the views of {deal}:\n\n{views}',
  tags: ['report'],
};

const SHORT_LINK = {
  url: 'https://northwind.example.com/spring?utm_source=creator',
  title: 'Spring launch',
  campaign: 'spring',
  tags: ['coffee'],
};

/** Calls the route of an operation, which says what goes in beside the ids in the path, and what comes out. */
type Call = <Name extends keyof OperationTypes>(
  method: string,
  path: string,
  body?: Partial<InputOf<OperationTypes[Name]>>,
) => Promise<OutputOf<OperationTypes[Name]>>;

/** Adds what is missing of the sample data; a second run changes nothing. Throws when the account is not to be had. */
export async function seedDemo(gatewayUrl: string, password: string): Promise<Seeded> {
  const call = await callerOf(gatewayUrl, { email: EMAIL, password, name: 'Demo' });
  for (const deal of DEALS) await addDeal(deal, call);
  const shared = await addTeam(call, await callerOf(gatewayUrl, { email: TEAMMATE_EMAIL, password, name: 'Robin' }));
  const due = await call<'deals.due_views'>('GET', '/api/deals/due-views');
  return {
    email: EMAIL,
    teammate: TEAMMATE_EMAIL,
    summary: `${DEALS.length} deals, ${due.total} views to check today, a team with ${shared} shared records`,
  };
}

async function callerOf(gatewayUrl: string, account: Account): Promise<Call> {
  const token = await signIn(gatewayUrl, account);
  return async (method, path, body) => expectSuccess(path, await callApi(gatewayUrl, method, path, { body, token }));
}

/** A team of the demo account and a teammate, who both share something with it; answers how much is shared. */
async function addTeam(owner: Call, teammate: Call): Promise<number> {
  const teams = await owner<'teams.list'>('GET', '/api/teams');
  const team = teams.items[0] ?? (await owner<'teams.create'>('POST', '/api/teams', { name: 'Creator desk' }));
  const shares = `/api/teams/${team.id}/shares`;
  const before = await owner<'teams.list_shares'>('GET', shares);
  if (before.total > 0) return before.total;

  const invitation = { email: TEAMMATE_EMAIL, role: 'admin' } as const;
  const invited = await owner<'teams.invite_member'>('POST', `/api/teams/${team.id}/members`, invitation);
  const secret = new URL(invited.link).pathname.split('/').at(-1) ?? '';
  await teammate<'teams.accept_invitation'>('POST', `/api/teams/invitations/${invited.invitationId}/accept`, {
    secret,
  });
  const share = (call: Call, entityType: InputOf<OperationTypes['teams.share']>['entityType'], entityId: string) =>
    call<'teams.share'>('POST', `/api/teams/${team.id}/share`, { entityType, entityId });

  const deals = await owner<'deals.list'>('GET', '/api/deals?limit=1');
  for (const { id } of deals.items) await share(owner, 'deal', id);
  for (const call of [owner, teammate]) {
    const { id } = await call<'contacts.create'>('POST', '/api/contacts', CONTACT);
    await share(call, 'contact', id);
  }
  const template = await teammate<'templates.message.create'>('POST', '/api/templates/message', MESSAGE_TEMPLATE);
  await share(teammate, 'message_template', template.id);
  const task = await owner<'tasks.create'>('POST', '/api/tasks', { title: 'Send the report to Northwind' });
  await share(owner, 'task', task.id);
  const link = await owner<'short_links.create'>('POST', '/api/shorten', { ...SHORT_LINK, dealId: deals.items[0]?.id });
  await share(owner, 'short_link', link.id);
  return (await owner<'teams.list_shares'>('GET', shares)).total;
}

async function addDeal(
  { urls, promoCode, name, postedDaysAgo, readings, ...dealDetails }: DemoDeal,
  call: Call,
): Promise<void> {
  const imported = await call<'deals.bulk_add_view_checks'>('POST', '/api/deals/bulk-import/process', {
    postDate: daysAgo(postedDaysAgo).slice(0, 10),
    collections: [{ urls: [...urls], promoCode, name, dealDetails }],
  });
  const [deal] = imported.deals;
  const video = deal?.videos[0];
  if (!deal || !video) throw new Error(`The sample data cannot be added: no video of ${name} was imported.`);
  const { dealId } = deal;
  const logs = await call<'deals.list_deal_view_logs'>('GET', `/api/deals/${dealId}/views?limit=1`);
  if (logs.total > 0) return;
  for (const [days, value] of readings) {
    const checkedAt = daysAgo(postedDaysAgo - days);
    await call<'deals.add_view_log'>('POST', `/api/deals/${dealId}/views`, {
      videoId: video.videoId,
      value,
      checkedAt,
    });
  }
}

async function signIn(gatewayUrl: string, { name, ...account }: Account): Promise<string> {
  const known = await callApi<{ token: string }>(gatewayUrl, 'POST', '/api/auth/login', { body: account });
  if (known.status === 200) return known.body.token;
  const path = '/api/auth/signup';
  const created = await callApi<{ token: string }>(gatewayUrl, 'POST', path, { body: { ...account, name } });
  return expectSuccess(path, created).token;
}

function expectSuccess<Body>(path: string, { status, body }: Answer<Body>): Body {
  if (status < 300) return body;
  const { error } = body as { error?: { message: string } };
  throw new Error(
    `The sample data cannot be added: ${path} answers ${status}, ${error?.message ?? 'without a reason'}`,
  );
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}
