import { z } from 'zod';
import { Published, ViewCount } from './candidate.js';
import {
  DATE_CONFIDENCES,
  GATE_STATES,
  NO_WRITE_REASONS,
  PROOF_KINDS,
  ROW_CLASSIFICATIONS,
  VERIFIER_STATUSES,
  WRITE_REQUIREMENTS,
} from './vocabulary.js';

const Text = z.string().nullable();

export const VerificationLink = z
  .object({
    kind: z.enum(['source_video', 'screenshot', 'seek', 'existing_row']),
    label: z.string(),
    url: z.string(),
    sourceVideoUrl: Text,
    screenshotId: Text,
    screenshotLink: Text,
    writeGateState: z.enum(GATE_STATES),
  })
  .meta({ id: 'EvidenceVerificationLink' });

const ExistingMatch = z.object({
  kind: z.enum(['view_log', 'import_row']),
  id: Text,
  checkedAt: Text,
  value: z.number().nullable(),
  ageDays: z.int().nullable(),
});

/** The result for one video: proven and missing requirements, and whether it may be written. */
export const VerificationRow = z
  .object({
    rowId: z.string(),
    candidateId: z.string(),
    sourceVideoUrl: Text,
    canonicalKey: Text,
    published: Published.nullable(),
    screenshotId: Text,
    screenshotLink: Text,
    screenshotSourceUrl: Text,
    screenshotEvidenceClass: z.enum(['direct_capture', 'review_only']).nullable(),
    screenshotGrade: Text,
    screenshotCapturedAt: Text,
    screenshotCreatedAt: Text,
    viewCount: ViewCount.nullable(),
    directProofStatus: z.enum(['confirmed', 'rejected', 'inconclusive', 'not_direct', 'missing']),
    directProofKind: z.enum(PROOF_KINDS).nullable(),
    directProofSource: Text,
    directProofReviewStatus: z.enum(['confirmed', 'rejected', 'inconclusive', 'planned', 'not_planned']),
    provenPromoCode: Text,
    observedPromoAtSeconds: z.number().nullable(),
    suggestedSeekSeconds: z.int().nullable(),
    reviewWindowSeconds: z.int().nullable(),
    dateConfidence: z.enum(DATE_CONFIDENCES),
    dateDeltaDays: z.int().nullable(),
    rowClassification: z.enum(ROW_CLASSIFICATIONS),
    existingMatch: ExistingMatch.nullable(),
    duplicateOf: Text.describe('rowId of the row that represents the video.'),
    verifierStatus: z.enum(VERIFIER_STATUSES),
    writeGate: z.object({
      state: z.enum(GATE_STATES),
      missingRequirements: z.array(z.enum(WRITE_REQUIREMENTS)),
      noWriteReasons: z.array(z.enum(NO_WRITE_REASONS)),
    }),
    noWriteReason: z.enum(NO_WRITE_REASONS).nullable(),
    missingWriteRequirements: z.array(z.enum(WRITE_REQUIREMENTS)),
    verificationLinks: z.array(VerificationLink),
  })
  .meta({ id: 'EvidenceVerificationRow' });

export type VerificationRow = z.output<typeof VerificationRow>;
export type VerificationLink = z.output<typeof VerificationLink>;
export type ExistingMatch = z.output<typeof ExistingMatch>;
