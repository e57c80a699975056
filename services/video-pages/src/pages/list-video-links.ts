import type { PlatformName } from '../addresses/platforms/platform.js';
import { findPlatform } from '../addresses/video-hosts.js';
import { readVideoLink } from '../addresses/video-link.js';
import type { PageFindings } from '../metadata/page-findings.js';
import { cutText, shownText } from '../views/plain-text.js';
import { listStateVideos, type NamedVideo } from './state-videos.js';

/** A link on a page with the text of its card. */
export interface Anchor {
  /** As written on the page; may be relative. */
  readonly href: string;
  readonly text: string;
}

/** Contents of a page that lists videos: of an account, a search, or any other. */
export interface LinkedPageFindings extends Pick<PageFindings, 'url' | 'scripts'> {
  readonly anchors: readonly Anchor[];
}

/** A platform's video that a page links to. */
export interface VideoCard {
  readonly canonicalKey: string;
  readonly canonicalUrl: string;
  readonly platform: PlatformName;
  readonly accountHandle: string | null;
  readonly startSeconds: number | null;
  /** One line of at most 600 characters; may be empty. */
  readonly text: string;
}

const ANCHORS_MAX = 2_000;
const CARD_LENGTH_MAX = 600;
const SCRIPTS_MAX = 20;
/** Maximum characters parsed across all scripts. */
const SCRIPTS_LENGTH_MAX = 8_388_608;

/**
 * Lists each video a page links to once, in link order, followed by videos only named in the app state of a platform's own page. Never
 * throws.
 */
export function listVideoLinks({ url, scripts, anchors }: LinkedPageFindings): VideoCard[] {
  const cards = new Map<string, VideoCard>();
  const base = URL.canParse(url) ? url : undefined;
  for (const { href, text } of anchors.slice(0, ANCHORS_MAX)) {
    addCard(cards, { url: URL.canParse(href, base) ? new URL(href, base).href : href, text });
  }
  const platform = base === undefined ? undefined : findPlatform(new URL(base).hostname);
  for (const video of platform ? stateVideos(platform.name, scripts) : []) addCard(cards, video);
  return [...cards.values()];
}

function stateVideos(platform: PlatformName, scripts: LinkedPageFindings['scripts']): NamedVideo[] {
  let left = SCRIPTS_LENGTH_MAX;
  return scripts.slice(0, SCRIPTS_MAX).flatMap(({ type, name, text }) => {
    if (type !== 'app_state' || text.length > left) return [];
    left -= text.length;
    return listStateVideos(platform, name, text);
  });
}

function addCard(cards: Map<string, VideoCard>, { url, text }: NamedVideo): void {
  const { video, accountHandle, startSeconds } = readVideoLink(url);
  if (!video.ok || video.platformVideoId === null || video.platform === 'other') return;
  const { canonicalKey, canonicalUrl, platform } = video;
  const known = cards.get(canonicalKey);
  const shown = known?.text || shownText(cutText(text, CARD_LENGTH_MAX));
  cards.set(canonicalKey, {
    canonicalKey,
    canonicalUrl,
    platform,
    accountHandle: known?.accountHandle ?? accountHandle,
    startSeconds: known ? known.startSeconds : startSeconds,
    text: shown,
  });
}
