import { checkTarget, type TargetProblem } from '@svc/chassis/outbound/target-guard';
import { webPageKey } from '@svc/video-pages/addresses/canonical-video-url';
import { readVideoLink } from '@svc/video-pages/addresses/video-link';
import type { Context } from '../context.js';
import type { ReadAddress, VideoAddress } from './read-address.js';

const NO_OWN_HOSTS: ReadonlySet<string> = new Set();

/**
 * Parses a link to a video or page. A private target is rejected unless it is allowed; then it is the page at exactly that address, with scheme and
 * port. Never throws.
 */
export function readVideoAddress(url: string, { allowedPrivateTargets, addresses }: Context): ReadAddress {
  const known = addresses.get(url);
  if (known) return known;
  const read = readAddress(url, allowedPrivateTargets);
  addresses.set(url, read);
  return read;
}

function readAddress(url: string, allowedPrivateTargets: ReadonlySet<string>): ReadAddress {
  const allowed = readAllowed(url, allowedPrivateTargets);
  if (allowed) return { ok: true, address: allowed };
  const { video, accountHandle, startSeconds } = readVideoLink(url);
  if (!video.ok) return { ok: false, reason: video.reason };
  const { canonicalUrl, canonicalKey, platform, platformVideoId, needsResolution } = video;
  const contentKind = needsResolution ? 'short_link' : platformVideoId === null ? 'web_page' : 'video';
  return { ok: true, address: { canonicalUrl, canonicalKey, platform, contentKind, accountHandle, startSeconds } };
}

/** Whether an address is, by its text, in a private network and not allowed. */
export function isPrivateTarget(url: string, { allowedPrivateTargets }: Context): boolean {
  return targetProblem(url, { allowedPrivateTargets }) !== null;
}

/** Returns why an address, by its text, is not a public page; null for a public or allowed one. */
export function targetProblem(
  url: string,
  { allowedPrivateTargets: allowed }: Pick<Context, 'allowedPrivateTargets'>,
): TargetProblem | null {
  const target = checkTarget(url, { ownHosts: NO_OWN_HOSTS, allowed });
  return target.ok ? null : target.reason;
}

/** Returns the identity of a link's video or page; null without one. */
export function keyOf(url: string | null | undefined, context: Context): string | null {
  const read = url ? readVideoAddress(url, context) : null;
  return read?.ok && read.address.contentKind !== 'short_link' ? read.address.canonicalKey : null;
}

function readAllowed(url: string, allowed: ReadonlySet<string>): VideoAddress | null {
  if (allowed.size === 0 || checkTarget(url, { ownHosts: NO_OWN_HOSTS }).ok) return null;
  const target = checkTarget(url, { ownHosts: NO_OWN_HOSTS, allowed });
  if (!target.ok) return null;
  const [canonicalUrl = ''] = target.url.split('#', 1);
  return {
    canonicalUrl,
    canonicalKey: webPageKey(canonicalUrl),
    platform: 'other',
    contentKind: 'web_page',
    accountHandle: null,
    startSeconds: null,
  };
}

/** Returns the address of a video at a second; null on platforms without such links. */
export function seekUrl(canonicalUrl: string, platform: string | null, seconds: number): string | null {
  const second = Math.floor(seconds);
  const url = URL.parse(canonicalUrl);
  if (!url) return null;
  if (platform === 'youtube') url.searchParams.set('t', `${second}s`);
  else if (platform === 'facebook' && url.searchParams.has('v')) url.searchParams.set('t', String(second));
  else if (platform === 'twitch' && url.pathname.startsWith('/videos/')) {
    url.searchParams.set('t', `${Math.floor(second / 3_600)}h${Math.floor((second % 3_600) / 60)}m${second % 60}s`);
  } else return null;
  return url.href;
}
