import { z } from 'zod';
import { Candidate, Clip } from './candidate.js';
import { PrimitivesContract, ReadinessCatalog, RequestReadiness, SearchTarget } from './readiness.js';
import { VerificationLink, VerificationRow } from './verification-row.js';
import {
  type ActionName,
  ACTIONS,
  BANDS,
  DATE_CONFIDENCES,
  EVIDENCE_CLASSES,
  PROMO_TIERS,
  PROOF_KINDS,
  TRANSCRIPT_SOURCES,
} from './vocabulary.js';

const Text = z.string().nullable();

const Warning = z.object({ code: z.string(), path: z.string(), message: z.string() }).meta({ id: 'EvidenceWarning' });

/** Common fields of every answer. */
const envelope = {
  tool: z.literal('viewcheck_evidence'),
  asOf: z.string(),
  timeZone: z.string(),
  readOnly: z.literal(true),
  liveWrites: z.literal(false),
  persistentViewLogWrites: z.literal(false),
  warnings: z.array(Warning),
  nextAction: z
    .object({ action: z.enum(ACTIONS) })
    .nullable()
    .describe('What to do next; null at the end.'),
};

function answer<const Name extends ActionName, Shape extends z.core.$ZodShape>(action: Name, shape: Shape) {
  return z.object({
    ...envelope,
    action: z.literal(action),
    format: z.literal(`viewcheck-evidence-${action}-v1` as const),
    ...shape,
  });
}

const PlannedSearch = {
  requestReadiness: RequestReadiness,
  browserSearchTargets: z.array(SearchTarget),
  rankingInputTemplate: z.record(z.string(), z.unknown()),
  readinessCatalog: ReadinessCatalog,
  primitivesContract: PrimitivesContract,
  verificationRows: z.array(VerificationRow),
  verificationLinks: z.array(VerificationLink),
};

const Rejected = z.object({ index: z.int(), url: Text, reason: z.string() });

const Audited = {
  accepted: z.array(Candidate),
  rejected: z.array(Rejected),
  duplicates: z.array(z.object({ index: z.int(), duplicateOf: z.string() })),
  counts: z.object({ input: z.int(), accepted: z.int(), rejected: z.int(), duplicates: z.int() }),
};

const PromoMatch = z.object({
  promoCode: z.string(),
  tier: z.enum(PROMO_TIERS),
  score: z.number(),
  offerPhrase: z.boolean(),
});

const MatchedCue = z.object({
  candidateId: Text,
  startSeconds: z.number().nullable(),
  endSeconds: z.number().nullable(),
  text: z.string(),
  match: PromoMatch.nullable(),
  brandHit: z.boolean(),
  seekSeconds: z.int().nullable(),
  evidenceClass: z.literal('navigation_only'),
  transcriptSource: z.enum(TRANSCRIPT_SOURCES),
});

const Extracted = {
  candidateId: Text,
  cues: z.array(MatchedCue),
  trackReports: z.array(
    z.object({
      index: z.int(),
      format: Text,
      language: Text,
      cueCount: z.int(),
      errors: z.array(z.string()),
    }),
  ),
  satisfiesDirectProof: z.literal(false),
};

const RankedCandidate = z.object({
  rank: z.int(),
  candidateId: z.string(),
  canonicalUrl: z.string(),
  score: z.int(),
  band: z.enum(BANDS),
  features: z.array(z.object({ name: z.string(), points: z.number(), detail: z.string() })),
  dateConfidence: z.enum(DATE_CONFIDENCES),
  promo: z
    .object({
      tier: z.enum(PROMO_TIERS),
      where: z.enum(['transcript', 'caption', 'first_comment']),
      score: z.number(),
    })
    .nullable(),
  evidenceClass: z.enum(EVIDENCE_CLASSES),
});

const Ranking = {
  ranked: z.array(RankedCandidate),
  excluded: z.array(z.object({ index: z.int(), candidateId: Text, url: Text, reason: z.string() })),
};

const CaptureJob = z.object({
  jobId: z.string(),
  candidateId: z.string(),
  sourceUrl: z.string(),
  operation: z.literal('screenshots.capture'),
  arguments: z
    .object({
      sourceUrl: z.string(),
      captureUrl: z.string().optional(),
      selector: z.string().optional(),
      waitForSelector: z.string().optional(),
      clip: Clip.optional(),
    })
    .describe('Input of the operation.'),
  hintSource: z.enum(['selectorOverride', 'candidateCaptureHint', 'none']),
  mustShow: z.array(z.string()),
  mayCreate: z.array(z.string()),
});

const PlannedCaptures = {
  captureJobs: z.array(CaptureJob),
  skipped: z.array(z.object({ candidateId: Text, url: Text, reason: z.string() })),
};

const PlannedReview = z.object({
  candidateId: z.string(),
  sourceVideoUrl: z.string(),
  windows: z.array(
    z.object({
      suggestedSeekSeconds: z.int(),
      reviewWindowSeconds: z.int(),
      basis: z.enum(['caption_cue', 'default']),
      url: Text.describe('The video from that second, where its platform has such links.'),
    }),
  ),
  lookFor: z.array(z.enum(PROOF_KINDS)),
  recordFields: z.array(z.string()),
  directProofReviewStatus: z.literal('planned'),
});

const PlannedReviews = {
  reviews: z.array(PlannedReview),
  skipped: z.array(z.object({ index: z.int(), url: Text, reason: z.string() })),
};

const Summary = z.object({
  rows: z.int(),
  ready: z.int(),
  blocked: z.int(),
  existing: z.int(),
  duplicates: z.int(),
});

const Unmatched = z.object({ index: z.int(), id: Text, url: Text, reason: z.string() });

const Verified = {
  workflow: z.enum(['import', 'view_check']),
  verificationRows: z.array(VerificationRow),
  verificationLinks: z.array(VerificationLink),
  unmatchedScreenshots: z.array(Unmatched),
  unmatchedReviews: z.array(Unmatched),
  unmatchedPriorRows: z.array(Unmatched),
  summary: Summary,
};

const ProposedCall = z.object({
  operation: z.enum(['deals.bulk_add_view_checks', 'deals.add_view_log']),
  arguments: z.record(z.string(), z.unknown()).describe('Input of the operation, as far as it is known.'),
  rowIds: z.array(z.string()),
  missingArguments: z.array(z.string()),
  executed: z.literal(false),
});

const Reported = {
  ...Verified,
  report: z.object({ title: z.string(), markdown: z.string(), counts: Summary }),
  nextActions: z.array(ProposedCall),
};

/** The answer of each action. */
export const OUTPUTS = {
  plan_video_search: answer('plan_video_search', PlannedSearch),
  audit_browser_candidate_intake: answer('audit_browser_candidate_intake', Audited),
  extract_transcript_cues: answer('extract_transcript_cues', Extracted),
  rank_search_results: answer('rank_search_results', Ranking),
  rank_candidates: answer('rank_candidates', Ranking),
  plan_proof_capture: answer('plan_proof_capture', PlannedCaptures),
  plan_direct_proof_review: answer('plan_direct_proof_review', PlannedReviews),
  proof_run_harness: answer('proof_run_harness', Verified),
  workflow_report: answer('workflow_report', Reported),
} as const satisfies Readonly<Record<ActionName, z.ZodObject>>;

export const EvidenceOutput = z.discriminatedUnion('action', [
  OUTPUTS.plan_video_search,
  OUTPUTS.audit_browser_candidate_intake,
  OUTPUTS.extract_transcript_cues,
  OUTPUTS.rank_search_results,
  OUTPUTS.rank_candidates,
  OUTPUTS.plan_proof_capture,
  OUTPUTS.plan_direct_proof_review,
  OUTPUTS.proof_run_harness,
  OUTPUTS.workflow_report,
]);

export type EvidenceOutput = z.output<typeof EvidenceOutput>;

/** An action's answer without the envelope. */
export type Answer<Name extends ActionName> = Name extends ActionName
  ? Omit<z.output<(typeof OUTPUTS)[Name]>, keyof typeof envelope | 'action' | 'format'>
  : never;

type Envelope = z.output<z.ZodObject<typeof envelope>>;

/** First fields of every answer. */
export interface AnswerHead<Name extends ActionName> extends Omit<Envelope, keyof AnswerEnd> {
  readonly action: Name;
  readonly format: `viewcheck-evidence-${Name}-v1`;
}

/** Last fields of every answer. */
export type AnswerEnd = Pick<Envelope, 'warnings' | 'nextAction'>;

/** The whole answer of an action. */
export type Answered<Name extends ActionName> = AnswerHead<Name> & Answer<Name> & AnswerEnd;

export type Warning = z.output<typeof Warning>;
export type Rejected = z.output<typeof Rejected>;
export type PromoMatch = z.output<typeof PromoMatch>;
export type MatchedCue = z.output<typeof MatchedCue>;
export type RankedCandidate = z.output<typeof RankedCandidate>;
export type CaptureJob = z.output<typeof CaptureJob>;
export type PlannedReview = z.output<typeof PlannedReview>;
export type ReviewWindow = PlannedReview['windows'][number];
export type Unmatched = z.output<typeof Unmatched>;
export type ProposedCall = z.output<typeof ProposedCall>;
export type Summary = z.output<typeof Summary>;
