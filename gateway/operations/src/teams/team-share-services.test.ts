import { expect, test } from '@jest/globals';
import { AppError, notFound } from '@svc/chassis/errors/app-error';
import type { Clients } from '../operation-context.js';
import { endShare, listAllShares } from './team-share-services.js';

const TEAM = 'team';

/** Shares of one service, the newest first, as its list gives them page by page. */
function pagesOf<Share>(shares: readonly Share[]) {
  return async ({ pageSize, skip }: { pageSize: number; skip: number }) => ({
    shares: shares.slice(skip, skip + pageSize),
    totalSize: shares.length,
  });
}

/** Records shared in even minutes, links in odd ones. */
function clientsWith(records: number, links: number): Clients {
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
        newestFirst(records, (index) => ({ ...share(index * 2), entityType: 'deal', entityId: 'd' })),
      ),
    },
    shortLinkShares: {
      listShortLinkShares: pagesOf(newestFirst(links, (index) => ({ ...share(index * 2 + 1), linkId: 'l' }))),
    },
  } as unknown as Clients;
}

test('shares of both services stand in one list, newest first, on every page', async () => {
  const clients = clientsWith(250, 230);
  const pages = [0, 100, 200, 300, 400].map((offset) => listAllShares(clients, TEAM, { offset, limit: 100 }));

  const read = await Promise.all(pages);

  const times = read.flatMap(({ shares }) => shares.map(({ createdAt }) => createdAt?.getTime() ?? 0));
  expect(read.map(({ totalSize }) => totalSize)).toEqual([480, 480, 480, 480, 480]);
  expect(times).toEqual([...times].sort((left, right) => right - left));
  expect(new Set(read.flatMap(({ shares }) => shares.map(({ id }) => id))).size).toBe(480);
});

test('a link among them is named as one', async () => {
  const { shares } = await listAllShares(clientsWith(0, 1), TEAM, { offset: 0, limit: 50 });

  expect(shares).toMatchObject([{ entityType: 'short_link', entityId: 'l' }]);
});

test('without the shortener the list holds everything else, and says so', async () => {
  const away = new AppError('unavailable', 'UNAVAILABLE', 'Away.');
  const clients = {
    ...clientsWith(3, 0),
    shortLinkShares: { listShortLinkShares: () => Promise.reject(away) },
  } as unknown as Clients;

  const { shares, totalSize, degraded } = await listAllShares(clients, TEAM, { offset: 0, limit: 50 });

  expect([shares.length, totalSize, degraded]).toEqual([3, 3, ['short_links']]);
});

test('a share is ended where it is; other failures than not being there are not taken for that', async () => {
  const ended: string[] = [];
  const clientsOf = (failure: AppError): Clients =>
    ({
      teamShares: { endTeamShare: () => Promise.reject(failure) },
      shortLinkShares: { endShortLinkShare: async ({ shareId }: { shareId: string }) => void ended.push(shareId) },
    }) as unknown as Clients;

  await endShare(clientsOf(notFound('share')), { teamId: TEAM, shareId: 'link share' });
  const refused = endShare(clientsOf(new AppError('forbidden', 'FORBIDDEN', 'No.')), {
    teamId: TEAM,
    shareId: 'other',
  });

  await expect(refused).rejects.toMatchObject({ kind: 'forbidden' });
  expect(ended).toEqual(['link share']);
});
