import { clearable } from '@svc/chassis/schemas/scalars';
import { PUBLISHED_SOURCES } from '@svc/video-pages/dates/publication';
import { z } from 'zod';
import { AnyNumber, choice, Flag, PageText, PastedUrl, ShortText } from './fields.js';
import { CUES_OF_CANDIDATE_MAX, SHORT_LENGTH_MAX } from './limits.js';
import { ReviewInput } from './review.js';
import { FOUND_VIA, TRANSCRIPT_SOURCES, VIEW_COUNT_SOURCES } from './vocabulary.js';

const ClipInput = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .nullable()
  .meta({ id: 'EvidenceClip' });

/** Hints for the candidate's screenshot. */
const hintFields = {
  screenshotSelector: PageText,
  waitForSelector: PageText,
  captureClip: ClipInput.optional(),
};

/** A count, from an answer, a number, or a text. */
const ViewCountInput = z
  .union([
    z.number(),
    clearable(SHORT_LENGTH_MAX),
    z.object({
      value: AnyNumber,
      rawText: PageText,
      precision: choice(['exact', 'rounded']),
      metric: choice(['views', 'plays']),
      source: choice(VIEW_COUNT_SOURCES),
      rangeMin: AnyNumber,
      rangeMax: AnyNumber,
      locale: ShortText,
      reason: ShortText,
    }),
  ])
  .nullable()
  .meta({ id: 'EvidenceViewCount' });

/** A day, from an answer or a text. */
const PublishedInput = z
  .union([
    clearable(SHORT_LENGTH_MAX),
    z.object({ date: ShortText, at: ShortText, rawText: PageText, source: choice(PUBLISHED_SOURCES) }),
  ])
  .nullable()
  .meta({ id: 'EvidencePublished' });

export const CueInput = z
  .object({ startSeconds: AnyNumber, endSeconds: AnyNumber, text: PageText })
  .meta({ id: 'EvidenceCue' });

/** A candidate video; every field may be missing, and derived ones are computed again. */
export const CandidateInput = z
  .strictObject({
    candidateId: ShortText,
    url: PastedUrl,
    title: PageText,
    caption: PageText,
    firstComment: z.object({ text: PageText, byAuthor: Flag, pinned: Flag }).nullable().optional(),
    transcriptCues: z.array(CueInput).max(CUES_OF_CANDIDATE_MAX).nullable().optional(),
    transcriptSource: choice(TRANSCRIPT_SOURCES),
    viewCount: ViewCountInput.optional(),
    viewCountText: ShortText,
    published: PublishedInput.optional(),
    publishedText: ShortText,
    durationSeconds: AnyNumber,
    accountHandle: ShortText,
    foundVia: choice(FOUND_VIA),
    directProof: ReviewInput.nullable().optional(),
    candidateCaptureHint: z.object(hintFields).nullable().optional(),
    ...hintFields,
    startSeconds: AnyNumber,
    canonicalUrl: PastedUrl,
    canonicalKey: ShortText,
    platform: ShortText,
    contentKind: ShortText,
  })
  .meta({ id: 'EvidenceCandidate' });

export type CandidateInput = z.output<typeof CandidateInput>;
export type ViewCountInput = z.output<typeof ViewCountInput>;
export type CueInput = z.output<typeof CueInput>;
export type PublishedInput = z.output<typeof PublishedInput>;
