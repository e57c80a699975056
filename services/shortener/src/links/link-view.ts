import { domainToUnicode } from 'node:url';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { ShortLink, ShortLinkAccess } from '@svc/proto/shortener/v1/short_link_service';
import { roleThrough } from '@svc/records/sharing/team-access';
import type { LinkRow } from './link.js';
import type { SeenLink } from './link-list-repo.js';

/** Builds the public addresses of links. */
export interface LinkAddresses {
  /** Origin of the short-link host. */
  readonly origin: string;
}

export function shortUrlOf({ origin }: LinkAddresses, shortId: string): string {
  return `${origin}/${shortId}`;
}

/** URL of the image of a photo link. */
export function directUrlOf(addresses: LinkAddresses, shortId: string): string {
  return `${shortUrlOf(addresses, shortId)}/raw`;
}

/** Display host of a target; null for photos. */
export function targetHostOf({ targetUrl }: Pick<LinkRow, 'targetUrl'>): string | null {
  if (targetUrl === null) return null;
  const { hostname } = new URL(targetUrl);
  return domainToUnicode(hostname) || hostname;
}

/** The link as visible to the caller: only its owner sees its deal. */
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

/** The caller's rights on a visible link. */
export function accessOf(user: UserPrincipal, { ownerId, teamIds }: SeenLink): ShortLinkAccess {
  if (ownerId === user.userId) {
    return { role: 'owner', teamIds, canEdit: true, canEditViews: false, redacted: [] };
  }
  return {
    role: `team-${roleThrough(teamIds, user)}`,
    teamIds,
    canEdit: false,
    canEditViews: false,
    redacted: ['dealId'],
  };
}
