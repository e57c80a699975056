import { maskedFields } from '@svc/chassis/grpc/update-mask';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import type { UserPrincipal } from '@svc/chassis/principal';
import {
  ShortLinkServiceService as methods,
  type CreateShortLinkRequest,
  type GetShortLinkStatsRequest,
  type ListShortLinksRequest,
  type ShortLink,
  type UpdateShortLinkRequest,
} from '@svc/proto/shortener/v1/short_link_service';
import { getClickStats } from '../clicks/get-click-stats.js';
import { createUrlLink } from './create-link.js';
import { deleteLink } from './delete-link.js';
import { invalidField, linkNotFound } from './link-errors.js';
import { findSeenLink, LINK_ORDERS, listSeenLinks, type LinkFilter } from './link-list-repo.js';
import { assertOwned, toShortLink, type LinkAddresses } from './link-view.js';
import { makerOf } from './link.js';
import { updateLink, type LinkChanges } from './update-link.js';

export interface ShortLinkDependencies {
  readonly pool: Pool;
  readonly addresses: LinkAddresses;
  /** Hosts of the product, which no link may lead to. */
  readonly ownHosts: ReadonlySet<string>;
  /** Drops what this process knows of a short id, from this version on; other processes hear of changes on their own. */
  readonly forget: (shortId: string, version: number) => void;
}

/** Short links of signed-in users. */
export function shortLinkService({
  pool,
  addresses,
  ownHosts,
  forget,
}: ShortLinkDependencies): ServiceHandlers<typeof methods> {
  const show = async (db: Db, user: UserPrincipal, linkId: string): Promise<ShortLink> => {
    const link = await findSeenLink(db, user, linkId);
    if (!link) throw linkNotFound();
    return toShortLink(user, link, addresses);
  };
  const assertMayChange = async (db: Db, user: UserPrincipal, linkId: string): Promise<void> =>
    assertOwned(user, await findSeenLink(db, user, linkId));

  return {
    createShortLink: (request, { user }) =>
      runWrite(pool, methods.createShortLink, request, async (tx) => {
        const { link, created } = await createUrlLink(tx, makerOf(user), readNewLink(request), ownHosts);
        tx.afterCommit(() => forget(link.shortId, link.version));
        return { link: await show(tx, user, link.id), created };
      }),
    getShortLink: async ({ linkId }, { user }) => ({ link: await show(pool, user, linkId) }),
    listShortLinks: async (request, { user }) => {
      const { filter, order } = readFilter(request);
      const { rows, total } = await listSeenLinks(pool, user, filter, order, pageOf(request));
      return { links: rows.map((row) => toShortLink(user, row, addresses)), totalSize: total };
    },
    updateShortLink: (request, { user }) =>
      runWrite(pool, methods.updateShortLink, request, async (tx) => {
        const { linkId, expectedVersion } = request;
        await assertMayChange(tx, user, linkId);
        const link = await updateLink(tx, linkId, readLinkChanges(request), { expectedVersion, ownHosts });
        tx.afterCommit(() => forget(link.shortId, link.version));
        return { link: await show(tx, user, linkId) };
      }),
    deleteShortLink: (request, { user }) =>
      runWrite(pool, methods.deleteShortLink, request, async (tx) => {
        await assertMayChange(tx, user, request.linkId);
        const { shortId, version } = await deleteLink(tx, request.linkId, request.expectedVersion);
        tx.afterCommit(() => forget(shortId, version));
        return {};
      }),
    getShortLinkStats: async (request, { user }) => {
      const link = await findSeenLink(pool, user, request.linkId);
      if (!link) throw linkNotFound();
      return getClickStats(pool, link.id, readRange(request, user));
    },
  };
}

function readNewLink({ url, reuse, slug, title, campaign, tags, dealId, expiresAt }: CreateShortLinkRequest) {
  return {
    url,
    reuse,
    slug: slug ?? null,
    title: title ?? null,
    campaign: campaign ?? null,
    tags,
    dealId: dealId ?? null,
    expiresAt: expiresAt ?? null,
  };
}

const CHANGEABLE = ['url', 'title', 'dealId', 'campaign', 'tags', 'expiresAt', 'isActive'] as const;

/** The changes that the mask names; null clears, but neither the target nor the switch. */
function readLinkChanges(request: UpdateShortLinkRequest): LinkChanges {
  const named = new Set(maskedFields(request.updateMask, CHANGEABLE));
  if (named.has('url') && !request.url) throw invalidField('url', 'Cannot be cleared.');
  if (named.has('isActive') && typeof request.isActive !== 'boolean') {
    throw invalidField('isActive', 'Cannot be cleared.');
  }
  return {
    ...(named.has('url') ? { targetUrl: request.url ?? null } : {}),
    ...(named.has('title') ? { title: request.title ?? null } : {}),
    ...(named.has('dealId') ? { dealId: request.dealId ?? null } : {}),
    ...(named.has('campaign') ? { campaign: request.campaign ?? null } : {}),
    ...(named.has('tags') ? { tags: request.tags } : {}),
    ...(named.has('expiresAt') ? { expiresAt: request.expiresAt ?? null } : {}),
    ...(named.has('isActive') ? { isActive: request.isActive ?? true } : {}),
  };
}

function readFilter(request: ListShortLinksRequest): { filter: LinkFilter; order: string } {
  const { scope, query, kind, campaign, tag, dealId, sort } = request;
  if (scope !== '' && scope !== 'mine' && scope !== 'mine-and-shared') {
    throw invalidField('scope', 'Has to be mine or mine-and-shared.');
  }
  const order = LINK_ORDERS[sort || '-createdAt'];
  if (order === undefined) throw invalidField('sort', `Has to be one of ${Object.keys(LINK_ORDERS).join(', ')}.`);
  const filter = {
    withShared: scope === 'mine-and-shared',
    query: query ?? null,
    kind: kind ?? null,
    campaign: campaign ?? null,
    tag: tag ?? null,
    dealId: dealId ?? null,
  };
  return { filter, order };
}

function readRange({ from, to, interval }: GetShortLinkStatsRequest, { preferences }: UserPrincipal) {
  if (interval !== '' && interval !== 'hour' && interval !== 'day') {
    throw invalidField('interval', 'Has to be hour or day.');
  }
  const { timeZone } = preferences;
  return {
    from: from ?? null,
    to: to ?? null,
    interval: interval === 'hour' ? ('hour' as const) : ('day' as const),
    timeZone,
  };
}
