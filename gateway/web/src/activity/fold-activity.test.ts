import { expect, test } from '@jest/globals';
import { agentName, describeAction, describeApproval, describeVideos } from './describe-action.js';
import { foldActivity, FOLDED_MAX } from './fold-activity.js';

type Activity = Parameters<typeof foldActivity>[0][number];

const dayOf = (instant: string): string => instant.slice(0, 10);

function recorded(value: number, more: Partial<Activity> = {}): Activity {
  const checkedAt = '2026-03-10T08:00:00Z';
  return {
    id: `a-${value}`,
    dealId: 'd-1',
    dealName: 'Spring launch',
    action: 'view_log.added',
    operation: 'deals.add_view_log',
    userId: 'u-1',
    actorKind: 'user',
    requestId: null,
    tier: null,
    agentSource: null,
    agent: null,
    changedFields: [],
    count: 1,
    reading: { viewLogId: `l-${value}`, videoId: 'v-1', before: null, after: { value, checkedAt, screenshot: null } },
    video: { url: 'https://www.youtube.com/watch?v=1', title: 'Kite review' },
    externalShare: null,
    createdAt: checkedAt,
    ...more,
  };
}

const valuesOf = (items: readonly Activity[]) => foldActivity(items, dayOf).map(({ values }) => values);

test('consecutive view counts are folded into one line, latest first', () => {
  expect(valuesOf([recorded(3), recorded(2), recorded(1)])).toEqual([[3, 2, 1]]);
});

test('a line names each video once, by its address if it has no title', () => {
  const [of, untitled] = [
    { url: 'https://kite.example/2', title: 'Glow unboxing' },
    { url: 'https://www.kite.example/3' },
  ];
  const run = [
    recorded(4, { video: of }),
    recorded(3),
    recorded(2),
    recorded(1, { video: { ...untitled, title: null } }),
  ];
  const [line] = foldActivity([...run, recorded(0, { video: null })], dayOf);

  expect(line?.videos).toEqual(['Glow unboxing', 'Kite review', 'kite.example/3']);
  expect(describeVideos(line?.videos ?? [], String)).toBe('Glow unboxing, Kite review and 1 more');
  expect(describeVideos(['Glow unboxing', 'Kite review'], String)).toBe('Glow unboxing and Kite review');
});

test('a line has a maximum length', () => {
  const run = Array.from({ length: 2 * FOLDED_MAX + 1 }, (_each, index) => recorded(index));

  expect(valuesOf(run).map(({ length }) => length)).toEqual([FOLDED_MAX, FOLDED_MAX, 1]);
});

test.each([
  ['another deal', { dealId: 'd-2' }],
  ['another person', { userId: 'u-2' }],
  ['another day', { createdAt: '2026-03-09T08:00:00Z' }],
  ['a deal that is gone', { dealId: null }],
  ['a correction', { action: 'view_log.corrected' }],
])('%s begins a new line', (_what, more) => {
  expect(valuesOf([recorded(3), recorded(2, more), recorded(1)])).toEqual([[3], [2], [1]]);
});

test('other activity is not folded', () => {
  const added = recorded(0, { action: 'video.added', reading: null, video: null });

  expect(foldActivity([added, added], dayOf).map(({ entries }) => entries)).toEqual([1, 1]);
});

const textsOf = (items: readonly Activity[]) => foldActivity(items, dayOf).map((each) => describeAction(each, String));

test('the same change of several deals by one call is one line with all of them', () => {
  const updated = (dealId: string, more: Partial<Activity> = {}): Activity =>
    recorded(0, {
      dealId,
      dealName: `Deal ${dealId}`,
      action: 'deal.updated',
      changedFields: ['status'],
      reading: null,
      requestId: 'r-1',
      ...more,
    });
  const run = [updated('d-1'), updated('d-2'), updated('d-3')];

  expect(textsOf(run)).toEqual(['Updated 3 deals: status']);
  expect(foldActivity(run, dayOf)[0]?.deals).toEqual([
    { dealId: 'd-1', dealName: 'Deal d-1' },
    { dealId: 'd-2', dealName: 'Deal d-2' },
    { dealId: 'd-3', dealName: 'Deal d-3' },
  ]);
  for (const other of [{ requestId: 'r-2' }, { requestId: null }, { changedFields: ['tags'] }, { userId: 'u-2' }]) {
    expect(textsOf([updated('d-1'), updated('d-2', other)])).toHaveLength(2);
  }
});

test.each([
  ['payment.updated', ['status', 'paidAt', 'dueDate'], 'Updated a payment: status, paid on, due on'],
  ['video.updated', ['url', 'postDate'], 'Updated a video: link, posted on'],
  ['deal.updated', ['contactId', 'viewCheckDays'], 'Updated the deal: linked contact, check days'],
  ['external_share.updated', ['maxViews', 'isActive'], 'Updated a shared link: view limit, enabled or disabled'],
])('changed fields of %s are named in words', (action, changedFields, text) => {
  expect(textsOf([recorded(0, { action, changedFields, reading: null })])).toEqual([text]);
});

const agent = {
  source: 'mcp' as const,
  requestId: 'r-1',
  connectionId: 'c-1',
  name: 'Example CLI',
  actorId: 'desk',
  channel: null,
  operation: 'deals.update',
  tier: 2,
  approvalId: 'a-1',
};

test.each<[string, readonly [string, string], Partial<Activity>]>([
  ['asked its user', ['Example CLI', 'Approved by you'], { agent }],
  ['asked a teammate', ['Example CLI', 'Approved'], { agent, userId: 'u-2' }],
  ['did not have to ask', ['Example CLI', 'Ran without asking'], { agent: { ...agent, approvalId: null } }],
  ['is only known by what it calls itself', ['desk', 'Approved by you'], { agent: { ...agent, name: null } }],
  ['is the copilot', ['Copilot', 'Approved by you'], { agent: { ...agent, source: 'copilot', name: null } }],
  ['only suggested it', ['Example CLI', 'Suggested by the agent'], { agent, actorKind: 'user' }],
])('activity says in words that an agent %s', (_what, words, more) => {
  const activity = recorded(1, { actorKind: 'agent', ...more });

  expect([agentName(activity.agent), describeApproval(activity, 'u-1')]).toEqual(words);
});
