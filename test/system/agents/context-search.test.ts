import { beforeAll, expect, test } from '@jest/globals';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import { type AnswerOf, readWhole } from '../answers.ts';
import { createScreenshot, dealWithVideo, pixel } from '../screenshots/screenshots.ts';
import { createSharedWorld, type SharedWorld } from '../sharing/everything-shared.ts';

type Found = AnswerOf<'context.search'>;

const TYPES = ['contacts', 'deals', 'influencers', 'memory', 'screenshots', 'short_links', 'view_logs'];

const stack = await sharedStack();
let world: SharedWorld;
let user: Session;

beforeAll(async () => {
  world = await createSharedWorld(stack);
  user = await stack.signUp();
  const { dealId, videoId } = await dealWithVideo(user, 1);
  await user.patch(`/api/deals/${dealId}`, { notes: 'zebra' });
  await user.post(`/api/deals/${dealId}/views`, { videoId, value: 5, note: 'The zebra was counted' });
  await user.post('/api/contacts', { name: 'Zebra Jones' });
  await user.post('/api/influencers', { name: 'The zebra' });
  await user.post('/api/shorten', { url: 'https://example.com/', title: 'Zebra' });
  await user.post('/api/memory', { content: 'Likes every zebra.' });
  const { screenshotId } = await createScreenshot(user, pixel(7));
  await user.patch(`/api/screenshots/${screenshotId}`, { note: 'Zebra' });
});

const search = (who: Session, query: string) => readWhole(() => who.get<Found>(`/api/context/search?${query}`));

test("a search covers all of the user's records, best match first, in pages that do not overlap", async () => {
  const { status, body } = await search(user, 'q=ZEBRA');

  expect(status).toBe(200);
  expect([Object.keys(body.counts).toSorted(), body.degraded]).toEqual([TYPES, []]);
  expect(body.total).toBe(TYPES.length);
  expect(body.items.map(({ score }) => score)).toEqual([0.8, 0.8, 0.6, 0.4, 0.4, 0.4, 0.2]);
  expect(new Set(body.items.map(({ type }) => type)).size).toBe(TYPES.length);
  expect(body.items.every(({ access, url }) => access.role === 'owner' && url.startsWith('/'))).toBe(true);

  const pages = await Promise.all([0, 3, 6].map((offset) => search(user, `q=zebra&limit=3&offset=${offset}`)));
  expect(pages.flatMap((page) => page.body.items)).toEqual(body.items);
});

test('a search covers only the requested types', async () => {
  const { body } = await search(user, 'q=zebra&types=deals,%20memory');

  expect(body.counts).toEqual({ deals: 1, memory: 1 });
  expect((await search(user, 'q=zebra&types=deals,users')).status).toBe(400);
  expect((await search(user, 'q=zebra&types=')).body.total).toBe(TYPES.length);
  for (const query of ['q=', 'q=x&limit=51', 'q=x&offset=501', 'q=x&scope=all']) {
    expect((await search(user, query)).status).toBe(400);
  }
});

test('shared records are found only in the wider scope, and strangers find nothing', async () => {
  const { owner, member, records } = world;
  const deal = records.find(({ entityType }) => entityType === 'deal');
  const idsFor = async (who: Session, scope: string) => {
    const { body } = await search(who, `q=${deal?.id}&scope=${scope}`);
    return body.items.map(({ id, access }) => [id, access.role]);
  };

  expect(await idsFor(owner, 'mine')).toEqual([[deal?.id, 'owner']]);
  expect(await idsFor(member, 'mine')).toEqual([]);
  expect(await idsFor(member, 'mine-and-shared')).toEqual([[deal?.id, 'team-member']]);
  expect(await idsFor(user, 'mine-and-shared')).toEqual([]);
});

test('the three resources have the URIs that agents request', async () => {
  const { body } = await user.get<AnswerOf<'context.resources'>>('/api/context/resources');

  expect(body.resources.map(({ uri }) => uri)).toEqual([
    'svc://context/search',
    'svc://viewcheck/view-logs',
    'svc://memory/active',
  ]);
});
