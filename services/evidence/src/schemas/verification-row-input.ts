import { z } from 'zod';
import { CandidateInput } from './candidate-input.js';
import { AnyNumber, PastedUrl, ShortText } from './fields.js';

/** A row of an earlier answer. It is judged again: its own class, key and gate count only against it. */
export const VerificationRowInput = z.object({
  candidateId: ShortText,
  sourceVideoUrl: PastedUrl,
  screenshotId: ShortText,
  screenshotLink: PastedUrl,
  screenshotSourceUrl: PastedUrl,
  screenshotGrade: ShortText,
  screenshotCapturedAt: ShortText,
  screenshotCreatedAt: ShortText,
  viewCount: CandidateInput.shape.viewCount,
  directProofStatus: ShortText,
  directProofKind: ShortText,
  directProofSource: ShortText,
  observedPromoAtSeconds: AnyNumber,
  suggestedSeekSeconds: AnyNumber,
  reviewWindowSeconds: AnyNumber,
  published: CandidateInput.shape.published,
  provenPromoCode: ShortText,
  rowClassification: ShortText,
  noWriteReason: ShortText,
  writeGate: z
    .object({ noWriteReasons: z.array(z.string().trim().max(100)).max(50).nullable().optional() })
    .nullable()
    .optional(),
});

export type VerificationRowInput = z.output<typeof VerificationRowInput>;
