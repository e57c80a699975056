import { expect, jest, test } from '@jest/globals';
import { currentCall, runInCall } from '@svc/chassis/calls/call-context';
import { type AppError, appError, notFound } from '@svc/chassis/errors/app-error';
import type { Clients } from '../run/clients.js';
import { endShare, listAllShares } from './team-share-services.js';

const TEAM = 'team';

/** Serves the shares of one service, newest first, page by page. */
function pagesOf<Share>(shares: readonly Share[]) {
  return async ({ pageSize, skip }: { pageSize: number; skip: number }) => ({
    shares: shares.slice(skip, skip + pageSize),
    totalSize: shares.length,
  });
}

/** Deals, links and screenshots shared in turn, one minute apart. */
function clientsWith(records: number, links: number, screenshots = 0): Clients {
  const share = (minute: number) => ({
    id: `s${minute}`,
    teamId: TEAM,
    title: '',
    ownerId: 'o',
    createdAt: new Date(minute * 60_000),
  });
  const newestFirst = <Share>(count: number, of: (index: number) => Share) =>
    Array.from({ length: count }, (_, index) => of(count - 1 - index));
  return {
    teamShares: {
      listTeamShares: pagesOf(
        newestFirst(records, (index) => ({ ...share(index * 3), entityType: 'deal', entityId: 'd' })),
      ),
    },
    shortLinkShares: {
      listTeamShares: pagesOf(
        newestFirst(links, (index) => ({ ...share(index * 3 + 1), entityType: 'short_link', entityId: 'l' })),
      ),
    },
    screenshotShares: {
      listTeamShares: pagesOf(
        newestFirst(screenshots, (index) => ({ ...share(index * 3 + 2), entityType: 'screenshot', entityId: 'p' })),
      ),
    },
  } as unknown as Clients;
}

test('merges the shares of all services into one list, newest first, on every page', async () => {
  const clients = clientsWith(250, 230, 210);
  const pages = [0, 100, 200, 300, 400, 500, 600].map((offset) => listAllShares(clients, TEAM, { offset, limit: 100 }));

  const read = await Promise.all(pages);

  const times = read.flatMap(({ shares }) => shares.map(({ createdAt }) => createdAt?.getTime() ?? 0));
  expect(read.map(({ totalSize }) => totalSize)).toEqual(pages.map(() => 690));
  expect(times).toEqual([...times].sort((left, right) => right - left));
  expect(new Set(read.flatMap(({ shares }) => shares.map(({ id }) => id))).size).toBe(690);
});

test('returns the types of links and screenshots', async () => {
  const { shares } = await listAllShares(clientsWith(0, 1, 1), TEAM, { offset: 0, limit: 50 });

  expect(shares).toMatchObject([
    { entityType: 'screenshot', entityId: 'p' },
    { entityType: 'short_link', entityId: 'l' },
  ]);
});

test.each([
  ['the shortener', 'shortLinkShares', 'short_links'],
  ['screenshot', 'screenshotShares', 'screenshots'],
])('while %s is down, lists everything else and names the missing part', async (_service, client, part) => {
  const away = appError('UNAVAILABLE', 'Away.');
  const clients = {
    ...clientsWith(3, 0),
    [client]: { listTeamShares: () => Promise.reject(away) },
  } as unknown as Clients;

  const { shares, totalSize, degraded } = await listAllShares(clients, TEAM, { offset: 0, limit: 50 });

  expect([shares.length, totalSize, degraded]).toEqual([3, 3, [part]]);
});

test('ends a share in the service that has it, and rethrows errors other than NOT_FOUND', async () => {
  const ended: string[] = [];
  const clientsOf = (failure: AppError): Clients => {
    const refuse = () => Promise.reject(failure);
    return {
      teamShares: { endTeamShare: refuse },
      shortLinkShares: { endTeamShare: refuse },
      screenshotShares: { endTeamShare: async ({ shareId }: { shareId: string }) => void ended.push(shareId) },
    } as unknown as Clients;
  };

  await endShare(clientsOf(notFound('share')), { teamId: TEAM, shareId: 'screenshot share' });
  const refused = endShare(clientsOf(appError('FORBIDDEN', 'No.')), {
    teamId: TEAM,
    shareId: 'other',
  });

  await expect(refused).rejects.toMatchObject({ kind: 'forbidden' });
  expect(ended).toEqual(['screenshot share']);
});

test('gives a page of links one second and omits links when it takes longer', async () => {
  const clients = clientsWith(1, 1);
  const startedAt = Date.now();
  let deadline = Infinity;
  const slow = {
    ...clients,
    shortLinkShares: {
      listTeamShares: async () => {
        deadline = currentCall()?.deadline ?? Infinity;
        throw appError('TIMEOUT', 'Too slow.');
      },
    },
  } as unknown as Clients;
  const call = { requestId: 'r', deadline: startedAt + 20_000, signal: new AbortController().signal };

  const { shares, degraded } = await runInCall(call, () => listAllShares(slow, TEAM, { offset: 0, limit: 10 }));

  expect(shares).toHaveLength(1);
  expect(degraded).toEqual(['short_links']);
  expect(deadline).toBeLessThan(startedAt + 10_000);
});

test('lets many pages of links take longer than a second together', async () => {
  const clients = clientsWith(0, 900);
  const list = clients.shortLinkShares.listTeamShares;
  let now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
  const lasting = {
    ...clients,
    shortLinkShares: {
      listTeamShares: async (page: Parameters<typeof list>[0]) => {
        now += 800;
        if (now > (currentCall()?.deadline ?? 0)) throw appError('TIMEOUT', 'Too slow.');
        return list(page);
      },
    },
  } as unknown as Clients;
  const call = { requestId: 'r', deadline: now + 20_000, signal: new AbortController().signal };

  const read = await runInCall(call, () => listAllShares(lasting, TEAM, { offset: 800, limit: 100 }));
  clock.mockRestore();

  expect([read.shares.length, read.totalSize, read.degraded]).toEqual([100, 900, undefined]);
});
