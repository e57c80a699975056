import type { Candidate } from '@svc/evidence/schemas/candidate';
import type { CandidateInput } from '@svc/evidence/schemas/candidate-input';
import type { DueViewRow } from '@svc/evidence/schemas/prior-rows';
import type { SearchTarget } from '@svc/evidence/schemas/readiness';
import type { Answer } from '@svc/evidence/schemas/tool-output';
import { parseVideoUrl } from '@svc/video-pages/addresses/canonical-video-url';
import type { Judge } from '../judge.js';
import type { OptionValues } from '../options/option-table.js';
import type { PageReader } from '../pages/page-reader.js';
import { checkDiscovery, discover, type Found, isToOpen } from './discover.js';
import { enrich } from './enrich.js';
import type { TargetReport } from './target-report.js';

export interface CollectInput {
  readonly values: OptionValues;
  readonly dueViews: readonly DueViewRow[];
  /** Rows of a candidate file. */
  readonly rows: readonly CandidateInput[];
  readonly pages: PageReader;
  readonly judge: Judge;
}

export interface Collected {
  readonly plan: Answer<'plan_video_search'>;
  readonly targets: readonly TargetReport[];
  readonly candidates: readonly Candidate[];
  readonly rejected: Answer<'audit_browser_candidate_intake'>['rejected'];
  readonly duplicates: Answer<'audit_browser_candidate_intake'>['duplicates'];
}

/** Plans targets, opens the allowed pages, and collects their videos. Opens no pages while the request is incomplete. */
export async function collectCandidates(input: CollectInput): Promise<Collected> {
  const { values, dueViews, judge } = input;
  const plan = judge.run('plan_video_search', { urls: values.url, dueViews: [...dueViews] });
  const nothing = { plan, targets: [], candidates: [], rejected: [], duplicates: [] };
  if (!plan.requestReadiness.ready) return nothing;
  const refused = refusedPages(values.url, judge);
  checkDiscovery(plan.browserSearchTargets, refused.length, values);

  const found = await Promise.all(plan.browserSearchTargets.map((target) => look(target, input)));
  const rows = [...found.flatMap((each) => each.rows), ...dueRows(dueViews), ...input.rows];
  const audited = judge.run('audit_browser_candidate_intake', { rows: await resolveShortLinks(rows, input) });
  const targets = [...refused, ...found.map(({ target }) => target)];
  const { accepted, rejected, duplicates } = audited;
  if (!values['enrich-discovered-candidates'] || accepted.length === 0)
    return { plan, targets, candidates: accepted, rejected, duplicates };

  const { ranked } = judge.run('rank_candidates', { candidates: accepted });
  const chosen = ranked.slice(0, values['enrich-limit']).map(({ candidateId }) => candidateId);
  const enriched = await enrich(accepted, chosen, input.pages, judge);
  // Parses again, to apply the length limits of rows to text from pages.
  const { accepted: candidates } = judge.run('audit_browser_candidate_intake', { rows: [...enriched.candidates] });
  return { plan, targets: [...targets, ...enriched.targets], candidates, rejected, duplicates };
}

/** Reports the given URLs that the plan omits, from its warnings. */
function refusedPages(urls: readonly string[], { warnings }: Judge): TargetReport[] {
  return urls.flatMap((url, index) => {
    const warning = warnings.find(({ path }) => path === `urls.${index}`);
    if (!warning) return [];
    const report = { id: `u${index + 1}`, kind: 'explicit_url', url, finalUrl: null, videoLinks: null };
    return [{ ...report, status: 'blocked', reason: warning.code }];
  });
}

async function look(target: SearchTarget, { values, pages }: CollectInput): Promise<Found> {
  const { id, kind, url } = target;
  if (url !== null && isToOpen(target, values)) return discover({ ...target, url }, pages);
  const report = { id, kind, url, finalUrl: null, videoLinks: null };
  const isGiven = kind === 'explicit_url' && url !== null && isPageOfOneVideo(url);
  return {
    target: {
      ...report,
      status: 'skipped',
      reason: isGiven || kind === 'due_view_url' ? 'taken_as_candidate' : 'not_opened',
    },
    rows: isGiven ? [{ url, foundVia: 'explicit_url' }] : [],
  };
}

/** Account and search pages are lists; any other given page may show a single video, on any host. */
function isPageOfOneVideo(url: string): boolean {
  const video = parseVideoUrl(url);
  return video.ok || !['account_page', 'search_page'].includes(video.reason);
}

function dueRows(dueViews: readonly DueViewRow[]): CandidateInput[] {
  return dueViews.map(({ videoUrl, postDate }) => ({
    url: videoUrl ?? null,
    foundVia: 'due_views',
    published: postDate ? { date: postDate, source: 'operator' } : null,
  }));
}

/** Keeps an unresolvable short link, which is rejected as such. */
async function resolveShortLinks(rows: readonly CandidateInput[], { pages }: CollectInput): Promise<CandidateInput[]> {
  return Promise.all(
    rows.map(async (row) => {
      const url = row.url ?? row.canonicalUrl ?? null;
      const video = url === null ? null : parseVideoUrl(url);
      if (url === null || !video?.ok || !video.needsResolution) return row;
      const { canonicalUrl: _canonical, ...others } = row;
      return { ...others, url: (await pages.resolve(url)) ?? url };
    }),
  );
}
