import { clearable } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { AnyNumber, choice, PageText, PastedUrl, ShortText } from './fields.js';
import { EVIDENCE_SOURCES, PROOF_KINDS, REVIEW_STATUSES } from './vocabulary.js';

/** A person's review of a video: what they saw or heard. */
export const ReviewInput = z
  .strictObject({
    sourceVideoUrl: PastedUrl,
    status: choice(REVIEW_STATUSES),
    proofKind: choice(PROOF_KINDS),
    evidenceSource: choice(EVIDENCE_SOURCES).describe('Only the first two are direct proof.'),
    observedPromoAtSeconds: AnyNumber.describe('Second at which it was seen or heard.'),
    promoCode: clearable(64).optional().describe('The code that was heard or seen.'),
    screenshotId: ShortText,
    reviewedBy: ShortText,
    reviewedAt: ShortText,
    note: PageText,
  })
  .meta({ id: 'EvidenceReview' });

export type ReviewInput = z.output<typeof ReviewInput>;
