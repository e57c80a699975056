import { beforeAll, describe, expect, test } from '@jest/globals';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import {
  daysAgo,
  type Deal,
  type ErrorAnswer,
  type ImportAnswer,
  type List,
  videoUrl,
  type ViewLog,
} from '../answers.ts';
import { shareWithTeam } from '../database.ts';

const ROLES = ['owner', 'admin', 'member'] as const;

const stack = await sharedStack();
let owner: Session;
let dealId: string;
let videoId: string;
let viewId: string;
let people: Record<(typeof ROLES)[number] | 'stranger', Session>;

beforeAll(async () => {
  owner = await stack.signUp();
  people = {
    owner: await stack.signUp(),
    admin: await stack.signUp(),
    member: await stack.signUp(),
    stranger: await stack.signUp(),
  };
  const { body } = await owner.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: daysAgo(2),
    collections: [{ promoCode: 'SHARED', price: 500, urls: [videoUrl(1)] }],
  });
  dealId = body.deals[0]!.dealId;
  videoId = body.deals[0]!.videos[0]!.videoId;
  viewId = (await owner.post<ViewLog>(`/api/deals/${dealId}/views`, { videoId, value: 10 })).body.id;
  await shareWithTeam(
    stack.databaseAdminUrl,
    dealId,
    owner.userId,
    ROLES.map((role) => ({ userId: people[role].userId, role, status: 'active' as const })),
  );
});

/** Status of each route by caller. Strangers get the same 404 as for a deal that never existed. */
const TABLE = [
  { route: 'GET /api/deals/:id', owner: 200, admin: 200, member: 200 },
  { route: 'PATCH /api/deals/:id', owner: 403, admin: 403, member: 403 },
  { route: 'DELETE /api/deals/:id', owner: 403, admin: 403, member: 403 },
  { route: 'GET /api/deals/:id/activity', owner: 200, admin: 200, member: 200 },
  { route: 'GET /api/deals/:id/videos', owner: 200, admin: 200, member: 200 },
  { route: 'POST /api/deals/:id/videos', owner: 403, admin: 403, member: 403 },
  { route: 'PATCH /api/deals/:id/videos/:video', owner: 403, admin: 403, member: 403 },
  { route: 'DELETE /api/deals/:id/videos/:video', owner: 403, admin: 403, member: 403 },
  { route: 'GET /api/deals/:id/views', owner: 200, admin: 200, member: 200 },
  { route: 'POST /api/deals/:id/views', owner: 201, admin: 201, member: 403 },
  { route: 'PATCH /api/deals/:id/views/:view', owner: 200, admin: 200, member: 403 },
  { route: 'PUT /api/deals/:id/views/:view', owner: 200, admin: 200, member: 403 },
  { route: 'PUT /api/deals/:id/views/:view/screenshot', owner: 200, admin: 200, member: 403 },
  { route: 'DELETE /api/deals/:id/views/:view', owner: 403, admin: 403, member: 403 },
  { route: 'GET /api/deals/:id/views/:view/history', owner: 200, admin: 200, member: 200 },
] as const;

function call(session: Session, route: string, ids: { deal: string; video: string; view: string }) {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(':id', ids.deal).replace(':video', ids.video).replace(':view', ids.view);
  const bodies: Record<string, object> = {
    'POST videos': { url: videoUrl(2), postDate: daysAgo(1) },
    'PATCH videos': { title: 'A title' },
    'POST views': { videoId: ids.video, value: 11 },
    'PATCH views': { note: 'checked' },
    'PUT views': { note: 'checked again' },
    'PUT screenshot': { screenshotId: null },
    'PATCH deals': { name: 'Another name' },
  };
  const resource = path.endsWith('/screenshot')
    ? 'screenshot'
    : path.includes('/views')
      ? 'views'
      : path.includes('/videos')
        ? 'videos'
        : 'deals';
  const body = bodies[`${method} ${resource}`];
  const send = { GET: session.get, POST: session.post, PUT: session.put, PATCH: session.patch }[method];
  if (method === 'DELETE') return session.delete(path);
  return method === 'GET' ? session.get<ErrorAnswer>(path) : send!<ErrorAnswer>(path, body);
}

describe.each(TABLE)('$route', ({ route, ...expected }) => {
  test.each(ROLES)('responds to the team %s with the status in the table', async (role) => {
    expect((await call(people[role], route, { deal: dealId, video: videoId, view: viewId })).status).toBe(
      expected[role],
    );
  });
});

test('a shared deal is readable without its price, and listed only in the wider scope', async () => {
  const { body } = await people.member.get<Deal>(`/api/deals/${dealId}`);
  const mine = await people.member.get<List<Deal>>('/api/deals');
  const shared = await people.member.get<List<Deal>>('/api/deals?scope=mine-and-shared');
  const own = await owner.get<Deal>(`/api/deals/${dealId}`);

  expect(body).toMatchObject({ price: null, access: { role: 'team-member', canEdit: false, redacted: ['price'] } });
  expect(mine.body.total).toBe(0);
  expect(shared.body.items).toMatchObject([{ id: dealId, price: null }]);
  expect(own.body).toMatchObject({ price: 500, access: { role: 'owner', canEdit: true, redacted: [] } });
});

test('view logs state who may correct them', async () => {
  const editable = async (session: Session): Promise<boolean[]> => {
    const path = `/api/deals/view-logs?scope=mine-and-shared&logId=${viewId}`;
    return (await session.get<List<ViewLog>>(path)).body.items.map((log) => log.editable);
  };

  expect(await editable(people.admin)).toEqual([true]);
  expect(await editable(people.member)).toEqual([false]);
  expect(await editable(people.stranger)).toEqual([]);
});

test('a view log that a team admin records is found at its Location', async () => {
  const { headers, body } = await people.admin.post<ViewLog>(`/api/deals/${dealId}/views`, { videoId, value: 12 });
  const found = await people.admin.get<List<ViewLog>>(headers.get('location') ?? '');

  expect(found.body.items.map(({ id }) => id)).toEqual([body.id]);
});

test("a due check of a shared deal is listed in the wider scope, with the caller's access", async () => {
  const other = await owner.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: daysAgo(2),
    collections: [{ promoCode: 'SHARED', urls: [videoUrl(9)] }],
  });
  const due = other.body.deals[0]!.videos[0]!.videoId;

  const { body } = await people.member.get<List<{ videoId: string; access: { role: string } }>>(
    '/api/deals/due-views?scope=mine-and-shared&includeLogs=true&includeScreenshots=true',
  );

  expect(body.items.find(({ videoId: id }) => id === due)).toMatchObject({
    access: { role: 'team-member' },
    logs: [],
    screenshots: [],
    screenshotCount: 0,
  });
});

test('a shared deal is offered for a promo code review and never changed', async () => {
  const { body } = await people.admin.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: daysAgo(1),
    collections: [{ urls: [videoUrl(1), videoUrl(77)] }],
  });

  expect(body.needsPromoCode).toMatchObject([{ groupIndex: 0, reason: 'team_shared_match' }]);
  expect(body.summary).toMatchObject({ videosAdded: 0, dealsCreated: 0 });
});
