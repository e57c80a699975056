import { expect, test } from '@jest/globals';
import { sharedStack } from '../../shared-stack.ts';
import { type AnswerOf, daysAgo, type ErrorAnswer, type ImportAnswer, type List, videoUrl } from '../answers.ts';

const stack = await sharedStack();

test('a preview matches the result of the import and has the same size limit', async () => {
  const manager = await stack.signUp();
  const request = { postDate: daysAgo(8), linksText: `Spring\nCODE: SAVE20\n${videoUrl(1)}\n\n${videoUrl(2)}` };
  const preview = () => manager.post<AnswerOf<'deals.preview_view_checks'>>('/api/deals/bulk-import/preview', request);

  const before = await preview();
  const imported = await manager.post<ImportAnswer>('/api/deals/bulk-import/process', request);
  const after = await preview();

  expect(before.status).toBe(200);
  expect(before.body.deals).toEqual([
    {
      dealId: null,
      name: 'Spring',
      promoCode: 'SAVE20',
      created: true,
      status: 'active',
      suggestedCodes: [],
      videos: [{ videoId: null, url: videoUrl(1), originalUrl: videoUrl(1), status: 'added' }],
    },
  ]);
  const { summary, needsPromoCode, invalid } = imported.body;
  expect(before.body).toMatchObject({ summary, needsPromoCode, invalid });
  expect(after.body.deals).toMatchObject([{ dealId: imported.body.deals[0]?.dealId, created: false }]);
  const blanks = ' '.repeat(2_000_000);
  expect((await manager.post(`/api/deals/bulk-import/preview`, { ...request, note: blanks })).status).toBe(400);
});

test('videos, payments and upcoming checks are listed across deals, and views as a series', async () => {
  const manager = await stack.signUp();
  const { body } = await manager.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: daysAgo(8),
    linksText: `One\nCODE: ONE\n${videoUrl(1)}\n\nTwo\nCODE: TWO\n${videoUrl(2)}`,
  });
  const [one, two] = body.deals;
  const path = `/api/deals/${one?.dealId}`;
  await manager.post(`${path}/views`, { videoId: one?.videos[0]?.videoId, value: 700, checkedAt: daysAgo(3) });
  await manager.post(`${path}/views`, { videoId: one?.videos[0]?.videoId, value: 900, checkedAt: daysAgo(1) });
  await manager.post(`${path}/payments`, { direction: 'incoming', amount: 99.5, currency: 'EUR', dueDate: daysAgo(2) });

  const videos = await manager.get<List<AnswerOf<'videos.list'>['items'][number]>>('/api/videos?due=false&q=one');
  expect(videos.body).toMatchObject({
    total: 1,
    items: [
      {
        id: one?.videos[0]?.videoId,
        deal: { id: one?.dealId, name: 'One', promoCode: 'ONE' },
        latestValue: 900,
        due: false,
        access: { role: 'owner' },
      },
    ],
  });
  expect((await manager.get<List<unknown>>('/api/videos?due=true')).body.total).toBe(1);

  const series = await manager.get<AnswerOf<'deals.view_series'>>(`${path}/view-series`);
  expect(series.body).toEqual({
    stepDays: 1,
    sum: [
      { date: daysAgo(3), value: 700 },
      { date: daysAgo(1), value: 900 },
    ],
    videoCount: 1,
    videos: [{ videoId: one?.videos[0]?.videoId, title: null, videoUrl: videoUrl(1), points: series.body.sum }],
  });

  const payments = await manager.get<AnswerOf<'payments.list_all'>>('/api/payments?overdue=true');
  expect(payments.body).toMatchObject({
    total: 1,
    items: [{ dealId: one?.dealId, deal: { id: one?.dealId, name: 'One' }, amount: 99.5, overdue: true }],
    totals: [{ currency: 'EUR', expected: 99.5, overdue: 99.5, paid: 0 }],
  });

  const soon = daysAgo(-22);
  type Due = AnswerOf<'deals.due_views'>['items'][number];
  const due = await manager.get<List<Due>>(`/api/deals/due-views?until=${soon}`);
  expect(due.body.items.map(({ dealId, dueDate, daysOverdue }) => ({ dealId, dueDate, daysOverdue }))).toEqual([
    { dealId: two?.dealId, dueDate: daysAgo(7), daysOverdue: 7 },
    { dealId: one?.dealId, dueDate: soon, daysOverdue: 0 },
  ]);
  const tooFar = await manager.get<ErrorAnswer>(`/api/deals/due-views?until=${daysAgo(-400)}`);
  expect([tooFar.status, tooFar.body.error.details[0]?.path]).toEqual([400, 'until']);
});

test('the overview sums up weeks of views, payments and upcoming checks, and refuses invalid ranges by field', async () => {
  const manager = await stack.signUp();
  const { body } = await manager.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: daysAgo(8),
    linksText: `One\nCODE: ONE\n${videoUrl(1)}`,
  });
  const [deal] = body.deals;
  const path = `/api/deals/${deal?.dealId}`;
  await manager.post(`${path}/views`, { videoId: deal?.videos[0]?.videoId, value: 700, checkedAt: daysAgo(3) });
  await manager.post(`${path}/views`, { videoId: deal?.videos[0]?.videoId, value: 900, checkedAt: daysAgo(1) });
  await manager.post(`${path}/payments`, { direction: 'incoming', amount: 99.5, currency: 'EUR', dueDate: daysAgo(2) });

  const { status, body: overview } = await manager.get<AnswerOf<'overview.get'>>('/api/overview');

  const money = [{ currency: 'EUR', due: 99.5, paid: 0, outgoingDue: 0, outgoingPaid: 0 }];
  expect(status).toBe(200);
  expect(overview.weeks).toHaveLength(12);
  expect(overview.weeks.reduce((sum, { viewsGained }) => sum + viewsGained, 0)).toBe(900);
  expect(overview.weeks.flatMap((week) => week.money)).toEqual(money);
  expect(overview).toMatchObject({
    scope: 'mine',
    brands: [{ brand: null, deals: 1, viewsGained: 900, money }],
    others: null,
    atRisk: { count: 1, unpaid: 1, deals: [{ dealId: deal?.dealId, reasons: ['unpaid'] }] },
  });
  expect(overview.upcoming.map(({ checks }) => checks).reduce((sum, checks) => sum + checks, 0)).toBe(1);
  for (const [query, field] of [
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['from=2024-01-01&to=2026-03-01', 'from'],
    ['from=2026-02-30', 'from'],
    ['weeks=4', 'weeks'],
  ] as const) {
    const answer = await manager.get<ErrorAnswer>(`/api/overview?${query}`);

    expect([query, answer.status, JSON.stringify(answer.body).includes(field)]).toEqual([query, 400, true]);
  }
});
