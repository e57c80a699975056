import { parseVideoUrl } from '@svc/video-pages/addresses/canonical-video-url';
import { PLATFORM_NAMES, type PlatformName } from '@svc/video-pages/addresses/platforms/platform';
import { parseAccountUrl, searchPageUrl } from '@svc/video-pages/addresses/video-link';
import { shortText } from '../candidates/page-text.js';
import { isPrivateTarget, readVideoAddress } from '../candidates/video-address.js';
import type { Context } from '../context.js';
import type { DueViewRow } from '../schemas/prior-rows.js';
import type { SearchTarget } from '../schemas/readiness.js';
import type { EvidenceRequest } from './read-request.js';

export interface GivenPages {
  readonly urls: readonly (string | null)[];
  readonly dueViews: readonly DueViewRow[];
  /** Empty means all. */
  readonly platforms: readonly PlatformName[];
}

const TARGETS_MAX = 40;

type Target = Omit<SearchTarget, 'id' | 'opensAutomatically' | 'needs'> & { readonly needs?: string };

/** Returns where to look, in this order: given pages, due views, the account, searches. Empty while the request is incomplete. */
export function searchTargets(request: EvidenceRequest, pages: GivenPages, context: Context): SearchTarget[] {
  if (request.missing.length > 0) return [];
  const due = pages.dueViews.map(({ videoUrl }) => videoUrl ?? null);
  const targets = [
    ...pages.urls.flatMap((url, index) => pageTarget(url, 'explicit_url', `urls.${index}`, context)),
    ...due.flatMap((url, index) => pageTarget(url, 'due_view_url', `dueViews.${index}.videoUrl`, context)),
    ...accountTarget(request),
    ...platformSearches(request, pages.platforms),
    ...webSearch(request),
  ];
  if (targets.length > TARGETS_MAX) {
    const message = `There are more than ${TARGETS_MAX} places to look; the others were left out.`;
    context.warnings.add('targets_cut', 'browserSearchTargets', message);
  }
  return targets
    .slice(0, TARGETS_MAX)
    .map((target, index) => ({ id: `t${index + 1}`, needs: null, ...target, opensAutomatically: false }));
}

function pageTarget(
  url: string | null,
  kind: 'explicit_url' | 'due_view_url',
  path: string,
  context: Context,
): Target[] {
  if (url === null) return [];
  const page = readPage(url, context);
  if (typeof page === 'string') {
    context.warnings.add(page, path, 'The address cannot be opened, so it was left out.');
    return [];
  }
  return [{ kind, ...page, handle: parseAccountUrl(url)?.handle ?? null, query: null, reason: kind }];
}

/** Reads a page: a video by its canonical address, any other page as given. */
function readPage(url: string, context: Context): { url: string; platform: string | null } | string {
  const read = readVideoAddress(url, context);
  const refused = read.ok ? null : parseVideoUrl(url);
  const isPage = refused?.ok === false && ['account_page', 'search_page', 'not_a_video'].includes(refused.reason);
  if (!read.ok && !isPage) return read.reason;
  const address = read.ok ? read.address.canonicalUrl : (shortText(url) ?? '');
  const target = URL.parse(address.includes('://') ? address : `https://${address}`);
  if (!target || isPrivateTarget(target.href, context)) return 'local_or_private_target';
  const platform = read.ok ? read.address.platform : (parseAccountUrl(url)?.platform ?? null);
  return { url: target.href, platform: platform === 'other' ? null : platform };
}

function accountTarget({ account }: EvidenceRequest): Target[] {
  if (!account) return [];
  const { platform, handle, url } = account;
  const needs = url === null ? { needs: 'platform' } : {};
  return [{ kind: 'account_page', platform, url, handle, query: null, reason: 'account_anchor', ...needs }];
}

function platformSearches(
  { query, promoCodes, account, anchors }: EvidenceRequest,
  asked: readonly PlatformName[],
): Target[] {
  const platforms = asked.length > 0 ? asked : account?.platform ? [account.platform] : PLATFORM_NAMES;
  const texts = [
    ...promoCodes.map((text) => ({ text, reason: 'promo_anchor' })),
    ...(query !== null && anchors.includes('query') ? [{ text: query, reason: 'query_anchor' }] : []),
  ];
  return texts.flatMap(({ text, reason }) =>
    [...new Set(platforms)].flatMap((platform) => {
      const url = searchPageUrl(platform, text);
      return url === null
        ? []
        : [{ kind: 'platform_search' as const, platform, url, handle: null, query: text, reason }];
    }),
  );
}

/** Returns only the words; the caller chooses the search engine. */
function webSearch({ promoCodes, query, account, brands }: EvidenceRequest): Target[] {
  const words = [...promoCodes, query, brands[0], account?.handle].filter(
    (word) => word !== null && word !== undefined,
  );
  if (words.length === 0) return [];
  const search = { kind: 'web_search', platform: null, url: null, handle: null } as const;
  return [{ ...search, query: words.join(' '), reason: 'all_anchors' }];
}
