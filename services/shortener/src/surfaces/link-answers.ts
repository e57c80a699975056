import { linkNotFound } from '../links/link-errors.js';
import { directUrlOf, shortUrlOf, targetHostOf } from '../links/link-view.js';
import { isWorking, type LinkMaker, type StoredLink } from '../links/link.js';
import type { HostCall, HostCaller } from './host-call.js';
import type { HostParts } from './host-parts.js';
import { unauthorized } from './run-host-operation.js';

/** Callers as makers of links; a signed-in user makes links on the dashboard, so here it is a guest. */
export function makerOf(caller: HostCaller): LinkMaker {
  if (caller.kind !== 'agent') return { kind: 'guest' };
  return { kind: 'agent', userId: caller.userId, clientId: caller.clientId };
}

/** A new link as its maker gets it. */
export function createdLink(
  link: StoredLink,
  { addresses }: HostParts,
  { caller }: HostCall,
  claimToken: string | null,
) {
  const { shortId, targetUrl, kind, title, campaign, tags, expiresAt, createdAt } = link;
  const isGuest = caller.kind !== 'agent';
  return {
    shortId,
    shortUrl: shortUrlOf(addresses, shortId),
    targetUrl,
    kind,
    owner: isGuest ? 'guest' : 'agent',
    title,
    campaign,
    tags,
    expiresAt,
    createdAt,
    statsUrl: `${addresses.origin}/api/shortener/v1/links/${shortId}/stats${isGuest ? '/public' : ''}`,
    ...(claimToken === null ? {} : { claimToken }),
    ...(link.photo ? { ...dimensionsOf(link.photo), directUrl: directUrlOf(addresses, shortId) } : {}),
  };
}

function dimensionsOf({ contentType, width, height, bytes }: NonNullable<StoredLink['photo']>) {
  return { contentType, width, height, bytes };
}

/** What anybody may know of a link. */
export function publicLink(link: StoredLink, { addresses }: HostParts) {
  const { shortId, kind, createdAt } = link;
  const shortUrl = shortUrlOf(addresses, shortId);
  return { shortId, shortUrl, kind, createdAt, isActive: isWorking(link), targetHost: targetHostOf(link) };
}

/** What its own agent knows of a link. */
export function ownLink(link: StoredLink, parts: HostParts) {
  const { targetUrl, title, campaign, tags, expiresAt, clicks, bots, lastClickAt, updatedAt, version } = link;
  const directUrl = link.kind === 'photo' ? directUrlOf(parts.addresses, link.shortId) : null;
  const own = { targetUrl, directUrl, title, campaign, tags, expiresAt, clicks, bots, lastClickAt, updatedAt, version };
  return { ...publicLink(link, parts), ...own };
}

/** Whether the caller is the agent that owns the link. */
export function isOwnedBy(link: StoredLink, caller: HostCaller): boolean {
  return caller.kind === 'agent' && link.ownerId === caller.userId && link.clientId === caller.clientId;
}

/** The link, when the calling agent owns it. Throws `not_found` as for what never was; `unauthorized` for guests. */
export function requireOwn(link: StoredLink | null, { caller }: HostCall): StoredLink {
  if (caller.kind !== 'agent') throw unauthorized('This needs a registered agent: sign in with the device flow.');
  if (!link || !isOwnedBy(link, caller)) throw linkNotFound();
  return link;
}
