import { appError } from '@svc/chassis/errors/app-error';
import type { LinkCreator, LinkRow } from '../../links/link.js';
import { linkNotFound } from '../../links/link-errors.js';
import { directUrlOf, shortUrlOf, targetHostOf } from '../../links/link-view.js';
import type { HostAgent, HostCall, HostCaller } from '../calls/host-call.js';
import type { HostParts } from '../calls/host-parts.js';
import { FAMILY } from '../routes/family.js';

/** The caller as a link's creator. Signed-in users count as guests here, because they create links on the dashboard. */
export function creatorOf(caller: HostCaller): LinkCreator {
  if (caller.kind !== 'agent') return { kind: 'guest' };
  return { kind: 'agent', userId: caller.userId, clientId: caller.clientId };
}

/** A new link, as returned to its creator. Only agents get its version, because guests cannot change it. */
export function createdLink(link: LinkRow, { addresses }: HostParts, { caller }: HostCall, claimToken: string | null) {
  const { shortId, targetUrl, kind, title, campaign, tags, expiresAt, createdAt, version } = link;
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
    statsUrl: `${addresses.origin}${FAMILY.api}/links/${shortId}/stats${isGuest ? '/public' : ''}`,
    ...(isGuest ? {} : { version }),
    ...(claimToken === null ? {} : { claimToken }),
    ...(link.photo ? { ...dimensionsOf(link.photo), directUrl: directUrlOf(addresses, shortId) } : {}),
  };
}

function dimensionsOf({ contentType, width, height, bytes }: NonNullable<LinkRow['photo']>) {
  return { contentType, width, height, bytes };
}

/** The public facts of a link. */
export function publicLink(link: LinkRow, { addresses }: HostParts) {
  const { shortId, kind, createdAt, expiresAt } = link;
  const isActive = link.isActive && !link.switchedOffByAdmin;
  const shortUrl = shortUrlOf(addresses, shortId);
  return { shortId, shortUrl, kind, createdAt, isActive, expiresAt, targetHost: targetHostOf(link) };
}

/** A link, as returned to the agent that owns it. */
export function ownLink(link: LinkRow, parts: HostParts) {
  const { targetUrl, title, campaign, tags, clicks, bots, lastClickAt, updatedAt, version } = link;
  const directUrl = link.kind === 'photo' ? directUrlOf(parts.addresses, link.shortId) : null;
  const own = { targetUrl, directUrl, title, campaign, tags, clicks, bots, lastClickAt, updatedAt, version };
  return { ...publicLink(link, parts), ...own };
}

/** Whether the caller is the agent that owns the link. */
export function isOwnedBy(link: LinkRow, caller: HostCaller): boolean {
  return caller.kind === 'agent' && link.ownerId === caller.userId && link.clientId === caller.clientId;
}

/** The calling agent. Throws `unauthorized` for other callers. */
export function requireAgent({ caller }: HostCall): HostAgent {
  if (caller.kind !== 'agent')
    throw appError('UNAUTHENTICATED', 'This needs a registered agent: sign in with the device flow.');
  return caller;
}

/** The link, if the calling agent owns it. Throws `not_found` otherwise, and `unauthorized` for guests. */
export function requireOwn(link: LinkRow | null, call: HostCall): LinkRow {
  const agent = requireAgent(call);
  if (!link || !isOwnedBy(link, agent)) throw linkNotFound();
  return link;
}
