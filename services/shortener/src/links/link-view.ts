import { domainToUnicode } from 'node:url';
import { AppError } from '@svc/chassis/errors/app-error';
import type { TeamRole, UserPrincipal } from '@svc/chassis/principal';
import type { ShortLink, ShortLinkAccess } from '@svc/proto/shortener/v1/short_link_service';
import { linkNotFound } from './link-errors.js';
import type { SeenLink } from './link-list-repo.js';
import type { StoredLink } from './link.js';

const ROLES = ['owner', 'admin', 'member'] as const satisfies readonly TeamRole[];

/** Makes the public addresses of links. */
export interface LinkAddresses {
  /** Origin of the short-link host. */
  readonly origin: string;
}

export function shortUrlOf({ origin }: LinkAddresses, shortId: string): string {
  return `${origin}/${shortId}`;
}

/** Address of the image behind a photo link. */
export function directUrlOf(addresses: LinkAddresses, shortId: string): string {
  return `${shortUrlOf(addresses, shortId)}/raw`;
}

/** Host of a target as people read it; null for photos. */
export function targetHostOf({ targetUrl }: Pick<StoredLink, 'targetUrl'>): string | null {
  if (targetUrl === null) return null;
  const { hostname } = new URL(targetUrl);
  return domainToUnicode(hostname) || hostname;
}

/** The link as the caller may see it: which deal it belongs to is for its owner alone. */
export function toShortLink(user: UserPrincipal, link: SeenLink, addresses: LinkAddresses): ShortLink {
  const { teamIds: _teamIds, bots: _bots, targetUrl, flaggedAt, photo, ...rest } = link;
  const access = accessOf(user, link);
  return {
    ...rest,
    url: targetUrl,
    targetHost: targetHostOf(link),
    shortUrl: shortUrlOf(addresses, link.shortId),
    isFlagged: flaggedAt !== null,
    dealId: access.canEdit ? link.dealId : null,
    photo: photo && { ...photo, directUrl: directUrlOf(addresses, link.shortId) },
    access,
  };
}

function accessOf(user: UserPrincipal, { ownerId, teamIds }: SeenLink): ShortLinkAccess {
  if (ownerId === user.userId) {
    return { role: 'owner', teamIds: [], canEdit: true, canEditViews: false, redacted: [] };
  }
  const held = new Set(user.teams.filter(({ id }) => teamIds.includes(id)).map(({ role }) => role));
  const role = ROLES.find((each) => held.has(each)) ?? 'member';
  return { role: `team-${role}`, teamIds, canEdit: false, canEditViews: false, redacted: ['dealId'] };
}

/** Throws `not_found` for a hidden link, and FORBIDDEN for one that is only shared with the caller. */
export function assertOwned(user: UserPrincipal, link: SeenLink | null): asserts link is SeenLink {
  if (!link) throw linkNotFound();
  if (link.ownerId !== user.userId) {
    throw new AppError(
      'forbidden',
      'forbidden',
      'This link is shared with you to look at. Only its owner may change it.',
    );
  }
}
