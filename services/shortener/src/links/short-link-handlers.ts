import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import { readChanges } from '@svc/chassis/grpc/changed-fields';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import { sortedPageOf } from '@svc/chassis/postgres/lists/sorted-list';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import { readDeadline } from '@svc/chassis/schemas/deadline';
import {
  type CreateShortLinkRequest,
  type GetShortLinkStatsRequest,
  type ListShortLinksRequest,
  type ShortLink,
  ShortLinkService as methods,
  type UpdateShortLinkRequest,
} from '@svc/proto/shortener/v1/short_link_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { readScope } from '@svc/records/sharing/visibility-predicate';
import { getClickStats } from '../clicks/stats/get-click-stats.js';
import { bulkChangeLinks } from './bulk-change-links.js';
import { checkNewLink, createUrlLink } from './create-link.js';
import { deleteLink } from './delete-link.js';
import { creatorOf } from './link.js';
import { linkNotFound } from './link-errors.js';
import { findSeenLink, LINK_LIST, type LinkFilter, listSeenLinks, type SeenLink } from './link-list-repo.js';
import { type LinkAddresses, toShortLink } from './link-view.js';
import { type LinkChanges, updateLink } from './update-link.js';

export interface ShortLinkDependencies {
  readonly pool: Pool;
  readonly write: Write;
  readonly addresses: LinkAddresses;
  /** Hosts of the product, which no link may target. */
  readonly ownHosts: ReadonlySet<string>;
  /** Drops this process's cached short id, up to this version; other processes are notified separately. */
  readonly forget: (shortId: string, version: number) => void;
  /** Counts a link that a user is about to create. Throws `rate_limited`. */
  readonly spendOnLink: (userId: string) => Promise<void>;
}

/** Short links of signed-in users. */
export function shortLinkHandlers({
  pool,
  write,
  addresses,
  ownHosts,
  forget,
  spendOnLink,
}: ShortLinkDependencies): ServiceHandlers<typeof methods> {
  const find = async (db: Db, user: UserPrincipal, linkId: string): Promise<SeenLink> => {
    const link = await findSeenLink(db, user, linkId);
    if (!link) throw linkNotFound();
    return link;
  };
  const show = async (db: Db, user: UserPrincipal, linkId: string): Promise<ShortLink> =>
    toShortLink(user, await find(db, user, linkId), addresses);
  const assertMayChange = async (db: Db, user: UserPrincipal, linkId: string): Promise<void> =>
    assertOwned('link', user, await find(db, user, linkId));

  return {
    createShortLink: write(methods.createShortLink, {
      before: async (request, { user }) => {
        // An invalid link does not spend the budget.
        checkNewLink(readNewLink(request, user), ownHosts);
        await spendOnLink(user.userId);
      },
      work: async (tx, request, { user }) => {
        const { link, created } = await createUrlLink(tx, creatorOf(user), readNewLink(request, user), ownHosts);
        tx.afterCommit(() => forget(link.shortId, link.version));
        return { link: await show(tx, user, link.id), created };
      },
    }),
    getShortLink: async ({ linkId }, { user }) => ({ link: await show(pool, user, linkId) }),
    listShortLinks: async (request, { user }) => {
      const filter = readFilter(request);
      const sort = request.sort || LINK_LIST.byDefault;
      const page = sortedPageOf(LINK_LIST, { ...request, sort }, filter);
      const { rows, total, next } = await listSeenLinks(pool, user, filter, page);
      return { links: rows.map((row) => toShortLink(user, row, addresses)), totalSize: total, nextPageToken: next };
    },
    updateShortLink: write(methods.updateShortLink, async (tx, request, { user }) => {
      const { linkId, expectedVersion } = request;
      await assertMayChange(tx, user, linkId);
      const link = await updateLink(tx, linkId, readLinkChanges(request, user), { expectedVersion, ownHosts });
      tx.afterCommit(() => forget(link.shortId, link.version));
      return { link: await show(tx, user, linkId) };
    }),
    deleteShortLink: write(methods.deleteShortLink, async (tx, request, { user }) => {
      await assertMayChange(tx, user, request.linkId);
      const { shortId, version } = await deleteLink(tx, request.linkId, request.expectedVersion);
      tx.afterCommit(() => forget(shortId, version));
    }),
    bulkChangeShortLinks: write(methods.bulkChangeShortLinks, (tx, request, { user }) =>
      bulkChangeLinks(tx, user, request, ({ shortId, version }) => forget(shortId, version)),
    ),
    getShortLinkStats: async (request, { user }) => {
      const { id } = await find(pool, user, request.linkId);
      return getClickStats(pool, id, readRange(request, user));
    },
  };
}

function readNewLink(request: CreateShortLinkRequest, { preferences }: UserPrincipal) {
  const { url, reuse, slug, title, campaign, tags, dealId } = request;
  return {
    url,
    reuse,
    slug: slug ?? null,
    title: title ?? null,
    campaign: campaign ?? null,
    tags,
    dealId: dealId ?? null,
    expiresAt: readDeadline(request, preferences.timeZone) ?? null,
  };
}

const CHANGEABLE = ['url', 'title', 'dealId', 'campaign', 'tags', 'expiresAt', 'isActive'] as const;

function readLinkChanges(request: UpdateShortLinkRequest, { preferences }: UserPrincipal): LinkChanges {
  const expiresAt = readDeadline(request, preferences.timeZone);
  const { url, ...changes } = readChanges({ ...request, expiresAt }, CHANGEABLE, ['url', 'isActive']);
  return url === undefined ? changes : { ...changes, targetUrl: url };
}

function readFilter(request: ListShortLinksRequest): LinkFilter {
  const { scope, query, kind, campaign, tag, dealId } = request;
  return {
    scope: readScope(scope),
    query: query ?? null,
    kind: kind ?? null,
    campaign: campaign ?? null,
    tag: tag ?? null,
    dealId: dealId ?? null,
  };
}

function readRange({ from, to, interval }: GetShortLinkStatsRequest, { preferences }: UserPrincipal) {
  if (interval !== '' && interval !== 'hour' && interval !== 'day') {
    throw invalidInput('interval', 'must be hour or day.');
  }
  const { timeZone } = preferences;
  return {
    from: from ?? null,
    to: to ?? null,
    interval: interval === 'hour' ? ('hour' as const) : ('day' as const),
    timeZone,
  };
}
