import { hash } from 'node:crypto';
import { handleKey } from '@svc/video-pages/addresses/video-link';
import type { Context } from '../context.js';
import { readPublication } from '../dates/publication.js';
import type { Candidate, Cue, Review } from '../schemas/candidate.js';
import type { CandidateInput, CueInput } from '../schemas/candidate-input.js';
import {
  CAPTION_LENGTH_MAX,
  COMMENT_LENGTH_MAX,
  CUE_LENGTH_MAX,
  HANDLE_LENGTH_MAX,
  NOTE_LENGTH_MAX,
  SHORT_LENGTH_MAX,
  TITLE_LENGTH_MAX,
} from '../schemas/limits.js';
import type { ReviewInput } from '../schemas/review.js';
import { readCaptureHint } from './capture-hint.js';
import { pageText, shortText } from './page-text.js';
import type { ReadAddress, VideoAddress } from './read-address.js';
import { readVideoAddress, targetProblem } from './video-address.js';
import { readViewCount } from './view-count.js';

export interface ReadRow {
  readonly index: number;
  readonly candidate: Candidate;
  /** Reason for rejecting the row; null for a candidate. */
  readonly rejection: string | null;
}

/** Sources that name a page explicitly, so that other hosts are accepted. */
const GIVEN_VIA: ReadonlySet<string | null> = new Set(['explicit_url', 'due_views', 'candidate_json']);

/** Parses a row. Never throws: unreadable values are null. */
export function readCandidate(row: CandidateInput, index: number, path: string, context: Context): ReadRow {
  const url = row.url ?? row.canonicalUrl ?? null;
  const read: ReadAddress = url === null ? { ok: false, reason: 'invalid_url' } : readVideoAddress(url, context);
  const address = read.ok ? read.address : null;
  const foundVia = row.foundVia ?? null;
  const rejection = read.ok ? rejectionOf(read.address, foundVia, context) : read.reason;
  if (rejection === null && address?.contentKind === 'web_page') {
    const message = 'The page is not on a known platform, so it opens no gate unless a prior row has it.';
    context.warnings.add('unsupported_platform', `${path}.url`, message);
  }
  return {
    index,
    rejection,
    candidate: { ...addressFields(row, url, address), ...contentFields(row, address, path, context) },
  };
}

function rejectionOf(address: VideoAddress, foundVia: string | null, context: Context): string | null {
  if (address.contentKind === 'short_link') return 'short_link_unresolved';
  if (address.contentKind === 'video') return null;
  const problem = targetProblem(address.canonicalUrl, context);
  if (GIVEN_VIA.has(foundVia)) return problem === null ? null : 'local_or_private_target';
  // A name reserved for examples leads nowhere, so it is only unknown.
  return problem === null || problem === 'reserved_name' ? 'unsupported_platform' : 'local_or_private_target';
}

function addressFields(row: CandidateInput, url: string | null, address: VideoAddress | null) {
  const named = handleKey(shortText(row.accountHandle) ?? '').slice(0, HANDLE_LENGTH_MAX);
  const stated = row.startSeconds ?? null;
  return {
    candidateId: shortText(row.candidateId) ?? candidateIdOf(address?.canonicalKey ?? url ?? ''),
    url: url === null ? null : shortText(url),
    canonicalUrl: address?.canonicalUrl ?? null,
    canonicalKey: address?.canonicalKey ?? null,
    platform: address?.platform ?? null,
    contentKind: address?.contentKind ?? null,
    startSeconds: address?.startSeconds ?? (stated !== null && stated >= 0 ? stated : null),
    accountHandle: address?.accountHandle ?? (named === '' ? null : named),
  };
}

/** Creates the id of a candidate without one. */
export function candidateIdOf(identity: string): string {
  return `c_${hash('sha256', identity).slice(0, 12)}`;
}

function contentFields(row: CandidateInput, address: VideoAddress | null, path: string, context: Context) {
  const { warnings } = context;
  const text = (value: string | null | undefined, lengthMax: number, field: string): string | null =>
    pageText(value, lengthMax, `${path}.${field}`, warnings);
  const comment = text(row.firstComment?.text, COMMENT_LENGTH_MAX, 'firstComment.text');
  const duration = row.durationSeconds ?? null;
  const cues = readCues(row.transcriptCues ?? [], `${path}.transcriptCues`, context);
  return {
    title: text(row.title, TITLE_LENGTH_MAX, 'title'),
    caption: text(row.caption, CAPTION_LENGTH_MAX, 'caption'),
    firstComment:
      comment === null
        ? null
        : { text: comment, byAuthor: row.firstComment?.byAuthor ?? null, pinned: row.firstComment?.pinned ?? null },
    transcriptCues: cues,
    transcriptSource: row.transcriptSource ?? (cues.length > 0 ? ('operator_notes' as const) : ('none' as const)),
    viewCount: readViewCount(row.viewCount, row.viewCountText, context),
    published: readPublication(row.published, row.publishedText, address?.canonicalKey ?? null, context),
    durationSeconds: duration !== null && duration >= 0 ? duration : null,
    foundVia: row.foundVia ?? null,
    directProof: row.directProof ? readReview(row.directProof, `${path}.directProof`, context) : null,
    candidateCaptureHint: readCaptureHint(row, path, warnings),
  };
}

function readCues(cues: readonly CueInput[], path: string, { warnings }: Context): Cue[] {
  return cues.flatMap(({ startSeconds, endSeconds, text }, index) => {
    const shown = pageText(text, CUE_LENGTH_MAX, `${path}.${index}.text`, warnings);
    if (shown === null) return [];
    const start = startSeconds ?? null;
    const from = start !== null && start >= 0 ? start : null;
    return [{ startSeconds: from, endSeconds: from === null ? null : Math.max(from, endSeconds ?? from), text: shown }];
  });
}

/** Prepares a review for an answer; other code judges what it proves. */
export function readReview(review: ReviewInput, path: string, { warnings }: Context): Review {
  return {
    sourceVideoUrl: shortText(review.sourceVideoUrl),
    status: review.status ?? null,
    proofKind: review.proofKind ?? null,
    evidenceSource: review.evidenceSource ?? null,
    observedPromoAtSeconds: review.observedPromoAtSeconds ?? null,
    promoCode: shortText(review.promoCode),
    screenshotId: shortText(review.screenshotId),
    reviewedBy: pageText(review.reviewedBy, SHORT_LENGTH_MAX, `${path}.reviewedBy`, warnings),
    reviewedAt: shortText(review.reviewedAt),
    note: pageText(review.note, NOTE_LENGTH_MAX, `${path}.note`, warnings),
  };
}
