/** One record of every type with all fields set, shared with a team that has a member in every role. */
import type { Session, TestStack } from '../../stack.ts';
import { connectAgent } from '../agents/bridge-agents.ts';
import { daysAgo, type ImportAnswer, videoUrl, type ViewLog } from '../answers.ts';
import { proposeCandidate } from '../database.ts';
import { twoPixels } from '../short-links/short-link-visits.ts';
import { joinTeam } from './joining.ts';

/** A record as its owner created it. */
export interface SharedRecord {
  /** Entity type as in `POST /api/teams/:id/share`. */
  readonly entityType: string;
  /** Path of this record type, below `/api`. */
  readonly path: string;
  readonly id: string;
}

export interface SharedWorld {
  readonly owner: Session;
  readonly teamOwner: Session;
  readonly teamAdmin: Session;
  readonly member: Session;
  /** A former member. */
  readonly removed: Session;
  /** A member of another team. */
  readonly stranger: Session;
  readonly teamId: string;
  readonly records: readonly SharedRecord[];
  /** Ids by path parameter name. */
  readonly ids: Readonly<Record<string, string>>;
}

const CONTACT = {
  name: 'Maya Lindqvist',
  email: 'maya@example.com',
  phone: '+46 70 123 45 67',
  company: 'Northwind',
  handles: [{ platform: 'youtube', handle: '@maya', url: 'https://www.youtube.com/@maya' }],
  tags: ['coffee'],
  notes: 'Private words about Maya',
  revenue: 1234.5,
  currency: 'EUR',
};

const BODIES: Readonly<Record<string, { path: string; body: object; withDeal?: boolean }>> = {
  deal: {
    path: '/deals',
    body: {
      name: 'Spring launch',
      brand: 'Northwind',
      promoCode: 'MATRIX',
      promoLink: 'https://example.com/p',
      price: 900,
      currency: 'EUR',
      viewsTarget: 1000,
      platform: 'youtube',
      postDate: '2026-01-05',
      contactName: 'Maya',
      notes: 'Deal notes',
      tags: ['spring'],
      viewCheckDays: [1, 7],
    },
  },
  contact: { path: '/contacts', body: CONTACT },
  influencer: { path: '/influencers', body: { ...CONTACT, name: 'Jonas Berg', email: 'jonas@example.com' } },
  task: {
    path: '/tasks',
    body: { title: 'Call', description: 'About the launch', priority: 'high', dueDate: '2026-12-01' },
  },
  message_template: {
    path: '/templates/message',
    body: {
      name: 'Hello',
      subject: 'Hi',
      body: 'Dear …',
      tags: ['story'],
      attachments: [{ name: 'a.txt', contentType: 'text/plain', dataUrl: 'data:text/plain;base64,aGk=' }],
    },
  },
  deal_template: {
    path: '/templates/deal',
    body: {
      name: 'One video',
      platform: 'youtube',
      deliverables: 'One video',
      viewsTarget: 100,
      timelineDays: 14,
      price: 500,
      currency: 'EUR',
      notes: 'As agreed',
    },
  },
  short_link: {
    path: '/shorten',
    body: { url: 'https://example.com/spring', title: 'Spring', campaign: 'launch', tags: ['spring'] },
    withDeal: true,
  },
  screenshot: {
    path: '/screenshots',
    body: { image: twoPixels().toString('base64'), note: 'The launch video', sourceUrl: 'https://example.com/video' },
    withDeal: true,
  },
};

async function created<Body>(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`Creating answers ${status}: ${JSON.stringify(body)}`);
  return body;
}

export async function createSharedWorld(stack: TestStack): Promise<SharedWorld> {
  const people = await Promise.all(Array.from({ length: 6 }, () => stack.signUp()));
  const [owner, teamOwner, teamAdmin, member, removed, stranger] = people as [
    Session,
    Session,
    Session,
    Session,
    Session,
    Session,
  ];
  const team = await created(owner.post<{ id: string }>('/api/teams', { name: 'Team' }));
  const teamId = team.id;
  await created(stranger.post('/api/teams', { name: 'Another team' }));
  await joinTeam(owner, teamId, teamOwner, 'owner');
  await joinTeam(owner, teamId, teamAdmin, 'admin');
  await joinTeam(owner, teamId, member, 'member');
  await joinTeam(owner, teamId, removed, 'admin');

  const records: SharedRecord[] = [];
  const shareIds: Record<string, string> = {};
  const idOf = (entityType: string): string => records.find((record) => record.entityType === entityType)?.id ?? '';
  for (const [entityType, { path, body, withDeal = false }] of Object.entries(BODIES)) {
    const whole = withDeal ? { ...body, dealId: idOf('deal') } : body;
    const made = await created(owner.post<{ id?: string; screenshotId?: string }>(`/api${path}`, whole));
    const id = made.id ?? made.screenshotId ?? '';
    const share = await created(owner.post<{ id: string }>(`/api/teams/${teamId}/share`, { entityType, entityId: id }));
    records.push({ entityType, path, id });
    shareIds[entityType] = share.id;
  }
  const left = await removed.delete(`/api/teams/${teamId}/members/${removed.userId}`);
  if (left.status !== 204) throw new Error(`Leaving answers ${left.status}.`);

  const dealId = idOf('deal');
  const imported = await created(
    owner.post<ImportAnswer>('/api/deals/bulk-import/process', {
      postDate: daysAgo(3),
      collections: [{ promoCode: 'MATRIX', urls: [videoUrl(4711)] }],
    }),
  );
  const videoId = imported.deals[0]?.videos[0]?.videoId ?? '';
  const view = await created(
    owner.post<ViewLog>(`/api/deals/${dealId}/views`, { videoId, value: 7, screenshotId: idOf('screenshot') }),
  );
  const payment = await created(
    owner.post<{ id: string }>(`/api/deals/${dealId}/payments`, {
      direction: 'incoming',
      amount: 900,
      status: 'invoiced',
    }),
  );
  const external = await created(
    owner.post<{ id: string }>('/api/shares/external', { entityType: 'deal', entityId: dealId }),
  );
  const access = await created(
    member.post<{ id: string }>('/api/access-requests', {
      ownerId: owner.userId,
      scope: 'influencer.revenue',
      entityId: idOf('influencer'),
      reason: 'To plan',
    }),
  );
  const { items: sessions } = await created(owner.get<{ items: { id: string }[] }>('/api/auth/sessions'));
  const { invitationId } = await created(
    owner.post<{ invitationId: string }>(`/api/teams/${teamId}/members`, { email: 'somebody@example.com' }),
  );
  const capture = await created(
    owner.post<{ jobId: string }>('/api/screenshots/capture', { sourceUrl: 'https://page.example.com/', wait: false }),
  );
  const memory = await created(owner.post<{ id: string }>('/api/memory', { content: 'Prefers short replies.' }));
  const conversation = await created(owner.post<{ id: string }>('/api/copilot/conversations', {}));
  const suggestion = await created(
    owner.post<{ id: string }>('/api/suggestions', { kind: 'note', title: 'Look', body: 'At this' }),
  );
  const savedView = await created(
    owner.post<{ id: string }>('/api/saved-views', { list: 'deals', name: 'Late', query: {} }),
  );
  const agent = await connectAgent(stack, owner, ['mcp']);
  const approval = await created(
    stack.anyone.post<{ approvalId: string }>(
      '/api/agent/approvals',
      { operation: 'deals.delete', input: { dealId } },
      { token: agent.token, headers: { 'x-dd-request-id': 'ask' } },
    ),
  );

  return {
    owner,
    teamOwner,
    teamAdmin,
    member,
    removed,
    stranger,
    teamId,
    records,
    ids: {
      teamId,
      dealId,
      videoId,
      viewId: view.id,
      paymentId: payment.id,
      contactId: idOf('contact'),
      influencerId: idOf('influencer'),
      taskId: idOf('task'),
      templateId: idOf('message_template'),
      shareId: external.id,
      savedViewId: savedView.id,
      requestId: access.id,
      invitationId,
      sessionId: sessions[0]?.id ?? '',
      userId: member.userId,
      suggestionId: suggestion.id,
      memoryId: memory.id,
      conversationId: conversation.id,
      candidateId: await proposeCandidate(stack.databaseAdminUrl, owner.userId),
      teamShareId: shareIds['deal'] ?? '',
      linkId: idOf('short_link'),
      screenshotId: idOf('screenshot'),
      jobId: capture.jobId,
      linkShareId: shareIds['short_link'] ?? '',
      dealTemplateId: idOf('deal_template'),
      approvalId: approval.approvalId,
      connectionRequestId: agent.requestId,
    },
  };
}
