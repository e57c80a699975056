import type { CandidateInput } from '@svc/evidence/schemas/candidate-input';
import type { SearchTarget } from '@svc/evidence/schemas/readiness';
import { parseVideoUrl } from '@svc/video-pages/addresses/canonical-video-url';
import { parseAccountUrl } from '@svc/video-pages/addresses/video-link';
import type { VideoCard } from '@svc/video-pages/pages/list-video-links';
import { getDomain } from 'tldts';
import { CommandFailure } from '../command-failure.js';
import type { OptionValues } from '../options/option-table.js';
import type { PageReader } from '../pages/page-reader.js';
import { reportProblem, type TargetReport } from './target-report.js';

/** Videos found at a target. */
export interface Found {
  readonly target: TargetReport;
  readonly rows: readonly CandidateInput[];
}

/**
 * Whether to open a target for discovery: given pages that are not videos, and on request planned account pages. Platform searches are planned for
 * people and never opened.
 */
export function isToOpen({ kind, url }: SearchTarget, values: OptionValues): boolean {
  if (!values['discover-candidates'] || url === null) return false;
  if (kind === 'explicit_url') return !isVideo(url);
  return kind === 'account_page' && values['from-plan-targets'];
}

/** Throws NO_PAGE_SUPPLIED or PLAN_TARGETS_UNAVAILABLE when discovery is requested without a page to open. */
export function checkDiscovery(targets: readonly SearchTarget[], refusedPages: number, values: OptionValues): void {
  const hasAccountPage = targets.some(({ kind, url }) => kind === 'account_page' && url !== null);
  if (values['from-plan-targets'] && !(values['discover-candidates'] && hasAccountPage)) {
    throw new CommandFailure(
      'PLAN_TARGETS_UNAVAILABLE',
      '--from-plan-targets must come with --discover-candidates and an account whose page is known: name its platform, as in --account tiktok:creator.',
    );
  }
  if (values['discover-candidates'] && refusedPages === 0 && !targets.some((target) => isToOpen(target, values))) {
    throw new CommandFailure(
      'NO_PAGE_SUPPLIED',
      '--discover-candidates must come with the --url of a page that lists videos, or with --from-plan-targets and an --account.',
    );
  }
}

/** Opens a target and collects the videos it links to. */
export async function discover(target: SearchTarget & { readonly url: string }, pages: PageReader): Promise<Found> {
  const { id, kind, url } = target;
  const report = (rest: Omit<TargetReport, 'id' | 'kind' | 'url'>): TargetReport => ({ id, kind, url, ...rest });
  const outcome = await pages.list(url);
  if (!outcome.ok)
    return { target: report({ ...reportProblem(outcome.problem), finalUrl: null, videoLinks: null }), rows: [] };
  const { finalUrl, cards } = outcome.value;
  if (!isSameSite(url, finalUrl)) {
    return {
      target: report({ status: 'blocked', finalUrl, videoLinks: null, reason: 'redirect_outside_plan' }),
      rows: [],
    };
  }
  const reason = cards.length === 0 ? 'no_linked_video' : null;
  return {
    target: report({ status: 'opened', finalUrl, videoLinks: cards.length, reason }),
    rows: cards.map((card) => rowOf(card, finalUrl)),
  };
}

/** Converts a card to a row. Its text is title and caption together, and a count in it is only a hint. */
function rowOf({ canonicalUrl, accountHandle, startSeconds, text }: VideoCard, page: string): CandidateInput {
  const isAccount = parseAccountUrl(page) !== null;
  const source = isAccount ? 'profile_grid' : 'search_result';
  return {
    url: canonicalUrl,
    title: text,
    startSeconds,
    accountHandle: accountHandle ?? parseAccountUrl(page)?.handle ?? null,
    foundVia: isAccount ? 'account_page' : 'search',
    viewCount: text === '' ? null : { rawText: text, source },
  };
}

function isVideo(url: string): boolean {
  const video = parseVideoUrl(url);
  return video.ok && video.platform !== 'other';
}

/** Whether a page is still on the same registrable domain. */
function isSameSite(url: string, finalUrl: string): boolean {
  const [one, other] = [new URL(url).hostname, new URL(finalUrl).hostname];
  const domain = getDomain(one);
  return one === other || (domain !== null && domain === getDomain(other));
}
