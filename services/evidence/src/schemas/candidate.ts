import { PUBLISHED_SOURCES } from '@svc/video-pages/dates/publication';
import { z } from 'zod';
import {
  EVIDENCE_SOURCES,
  FOUND_VIA,
  PROOF_KINDS,
  REVIEW_STATUSES,
  TRANSCRIPT_SOURCES,
  VIEW_COUNT_SOURCES,
} from './vocabulary.js';

const Text = z.string().nullable();

export const ViewCount = z
  .object({
    value: z.int().nullable(),
    rawText: Text,
    precision: z.enum(['exact', 'rounded']).nullable(),
    metric: z.enum(['views', 'plays']).nullable(),
    source: z.enum(VIEW_COUNT_SOURCES).nullable(),
    rangeMin: z.int().nullable(),
    rangeMax: z.int().nullable(),
    locale: Text,
    reason: Text.describe('Why there is no value.'),
    alternatives: z.array(z.int()).optional().describe('What an ambiguous text may mean.'),
  })
  .meta({ id: 'EvidenceReadViewCount' });

export const Published = z
  .object({
    date: Text.describe('Day in the time zone of the answer; null for what only says how long ago.'),
    at: Text,
    rawText: Text,
    source: z.enum(PUBLISHED_SOURCES).nullable(),
    reason: Text.describe('Why there is no date.'),
  })
  .meta({ id: 'EvidenceReadPublished' });

export const Review = z
  .object({
    sourceVideoUrl: Text,
    status: z.enum(REVIEW_STATUSES).nullable(),
    proofKind: z.enum(PROOF_KINDS).nullable(),
    evidenceSource: z.enum(EVIDENCE_SOURCES).nullable(),
    observedPromoAtSeconds: z.number().nullable(),
    promoCode: Text,
    screenshotId: Text,
    reviewedBy: Text,
    reviewedAt: Text,
    note: Text,
  })
  .meta({ id: 'EvidenceReadReview' });

export const Cue = z.object({
  startSeconds: z.number().nullable(),
  endSeconds: z.number().nullable(),
  text: z.string(),
});

export const Clip = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** A candidate with all fields: null is unknown. */
export const Candidate = z
  .object({
    candidateId: z.string(),
    url: Text,
    canonicalUrl: Text,
    canonicalKey: Text.describe('Identity of the video; two rows are the same video exactly when theirs are equal.'),
    platform: Text,
    contentKind: z.enum(['video', 'short_link', 'web_page']).nullable(),
    startSeconds: z.number().nullable(),
    accountHandle: Text,
    title: Text,
    caption: Text,
    firstComment: z
      .object({ text: z.string(), byAuthor: z.boolean().nullable(), pinned: z.boolean().nullable() })
      .nullable(),
    transcriptCues: z.array(Cue),
    transcriptSource: z.enum(TRANSCRIPT_SOURCES),
    viewCount: ViewCount.nullable(),
    published: Published.nullable(),
    durationSeconds: z.number().nullable(),
    foundVia: z.enum(FOUND_VIA).nullable(),
    directProof: Review.nullable(),
    candidateCaptureHint: z.object({
      screenshotSelector: Text,
      waitForSelector: Text,
      captureClip: Clip.nullable(),
    }),
  })
  .meta({ id: 'EvidenceReadCandidate' });

export type Candidate = z.output<typeof Candidate>;
export type ViewCount = z.output<typeof ViewCount>;
export type Published = z.output<typeof Published>;
export type Review = z.output<typeof Review>;
export type Cue = z.output<typeof Cue>;
