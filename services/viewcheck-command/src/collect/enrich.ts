import type { Candidate } from '@svc/evidence/schemas/candidate';
import type { CandidateInput } from '@svc/evidence/schemas/candidate-input';
import { PUBLISHED_SOURCES } from '@svc/video-pages/dates/publication';
import type { VideoPage } from '@svc/video-pages/pages/read-video-page';
import type { Judge } from '../judge.js';
import type { PageReader, ReadVideo } from '../pages/page-reader.js';
import { reportProblem, type TargetReport } from './target-report.js';

const CUES_MAX = 200;

export interface Enriched {
  readonly candidates: readonly CandidateInput[];
  readonly targets: readonly TargetReport[];
}

/** Opens the pages of chosen candidates and fills in unknown fields, but never proof. */
export async function enrich(
  candidates: readonly Candidate[],
  chosen: readonly string[],
  pages: PageReader,
  judge: Judge,
): Promise<Enriched> {
  const targets: TargetReport[] = [];
  const filled = await Promise.all(
    candidates.map(async (candidate): Promise<CandidateInput> => {
      const { candidateId, canonicalUrl, canonicalKey } = candidate;
      if (!chosen.includes(candidateId) || canonicalUrl === null || canonicalKey === null) return candidate;
      const outcome = await pages.read(canonicalUrl, canonicalKey);
      const report = { id: candidateId, kind: 'detail_page', url: canonicalUrl, videoLinks: null };
      if (!outcome.ok) {
        targets.push({ ...report, ...reportProblem(outcome.problem), finalUrl: null });
        return candidate;
      }
      targets.push({ ...report, status: 'opened', finalUrl: outcome.value.finalUrl, reason: null });
      return fill(candidate, outcome.value, judge);
    }),
  );
  const order = candidates.map(({ candidateId }) => candidateId);
  return { candidates: filled, targets: targets.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) };
}

function fill(candidate: Candidate, { page, tracks }: ReadVideo, judge: Judge): CandidateInput {
  const { candidateId } = candidate;
  const cues =
    tracks.length === 0
      ? []
      : judge.run('extract_transcript_cues', {
          candidateId,
          maxCues: CUES_MAX,
          tracks: tracks.map(({ language, kind, body }) => ({ format: 'auto' as const, language, kind, body })),
        }).cues;
  const isCounted = candidate.viewCount !== null && !isPassing(candidate.viewCount.source);
  return {
    ...candidate,
    title: page.title ?? candidate.title,
    caption: candidate.caption ?? page.caption,
    firstComment: candidate.firstComment ?? page.firstComment,
    accountHandle: candidate.accountHandle ?? page.accountHandle,
    durationSeconds: candidate.durationSeconds ?? page.durationSeconds,
    published: surerPublication(candidate.published, page),
    viewCount: isCounted ? candidate.viewCount : (viewsOn(page) ?? candidate.viewCount),
    ...(candidate.transcriptCues.length === 0 && cues.length > 0
      ? {
          transcriptCues: cues.map(({ startSeconds, endSeconds, text }) => ({ startSeconds, endSeconds, text })),
          transcriptSource: 'caption_track' as const,
        }
      : {}),
  };
}

/** Whether a count comes from a list page and is therefore only a hint. */
function isPassing(source: string | null): boolean {
  return source === 'profile_grid' || source === 'search_result';
}

/** Returns the page's date, unless the candidate's comes from a more reliable source. */
function surerPublication(known: Candidate['published'], { published: read }: VideoPage): CandidateInput['published'] {
  if (!read) return known;
  const rank = (source: string | null): number => PUBLISHED_SOURCES.findIndex((each) => each === source);
  if (known?.source && known.reason === null && rank(known.source) <= rank(read.source)) return known;
  const { published, source } = read;
  return {
    rawText: published.rawText,
    date: published.kind === 'day' ? published.day : null,
    at: published.kind === 'instant' ? published.at : null,
    source,
  };
}

function viewsOn({ viewCount }: VideoPage): CandidateInput['viewCount'] {
  if (viewCount.views === null) return null;
  const { rawText, precision, metric, source } = viewCount.detail;
  return { value: viewCount.views, rawText, precision, metric, source };
}
