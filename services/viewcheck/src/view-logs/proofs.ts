import type { PromiseClient } from '@svc/chassis/grpc/client';
import { optionalPart } from '@svc/chassis/grpc/optional-part';
import { required } from '@svc/chassis/grpc/required';
import type {
  DescribeProofResponse,
  ListProofsResponse,
  Proof,
  ProofService,
} from '@svc/proto/screenshot/v1/screenshot_service';
import type { Evidence, ScreenshotReference } from '@svc/proto/viewcheck/v1/view_log_service';

/** Client for screenshot; its calls always carry the caller's own assertion. */
export type Proofs = Pick<PromiseClient<typeof ProofService>, 'listProofs' | 'attachProof' | 'describeProof'>;

/** Screenshots of a page of view logs. */
export interface References {
  readonly byId: ReadonlyMap<string, ScreenshotReference>;
  readonly byVideo: ReadonlyMap<string, { readonly screenshots: ScreenshotReference[]; readonly count: number }>;
  /** Contains `screenshots` when they were unavailable. */
  readonly degraded: string[];
}

/** Lists those of these screenshots, and of these videos' screenshots, that the caller may see, in one optional call. */
export async function listReferences(
  proofs: Proofs,
  screenshotIds: readonly (string | null)[],
  videoIds: readonly string[] = [],
): Promise<References> {
  const wanted = { screenshotIds: [...new Set(screenshotIds.filter((id) => id !== null))], videoIds: [...videoIds] };
  const isNeeded = wanted.screenshotIds.length > 0 || wanted.videoIds.length > 0;
  const found: ListProofsResponse | null = isNeeded
    ? await optionalPart((quickly) => quickly(() => proofs.listProofs(wanted)))
    : { proofs: [], videos: [] };
  return {
    byId: new Map(found?.proofs.map((proof) => [proof.screenshotId, toReference(required(proof, 'proof'))])),
    byVideo: new Map(
      found?.videos.map(({ videoId, proofs: ofVideo, count }) => [
        videoId,
        { screenshots: ofVideo.map(toReference), count },
      ]),
    ),
    degraded: found ? [] : ['screenshots'],
  };
}

/** An empty reference represents a screenshot that the caller may not see. */
function toReference({ screenshotId, redacted, shortId, shareUrl, uploaded }: Proof): ScreenshotReference {
  return redacted ? { redacted, uploaded: false } : { screenshotId, shortId, shareUrl, redacted, uploaded };
}

/** The screenshot of a new view log, and what it proves. */
export interface AttachedProof {
  readonly screenshotId: string;
  readonly reference: ScreenshotReference;
  /** Returns the evidence for a value. */
  readonly evidenceOf: (value: number) => ValueEvidence;
}

/** The proof of a value. */
export type ValueEvidence = Pick<Evidence, 'rawText' | 'precision' | 'metric' | 'grade'>;

/** The evidence of a typed value, without a screenshot. */
export const NO_EVIDENCE: ValueEvidence = { rawText: null, precision: 'exact', metric: 'views', grade: 'none' };

/**
 * Links the caller's own screenshot to the video of a view log, and returns what it proves. Throws NOT_FOUND for another user's,
 * SCREENSHOT_NOT_UPLOADED, UNAVAILABLE.
 */
export async function attachProof(
  proofs: Proofs,
  named: { screenshotId: string; dealId: string; videoId: string },
): Promise<AttachedProof> {
  const { proof, ...found } = await proofs.attachProof(named);
  return {
    screenshotId: named.screenshotId,
    reference: toReference(required(proof, 'proof')),
    evidenceOf: (value) => evidenceOf(value, found),
  };
}

/** Describes what the screenshot of a view log proves. Does not throw while screenshot is unavailable: an uploaded picture still counts as one. */
export async function describeProof(
  proofs: Proofs,
  { screenshotId, grade }: { screenshotId: string; grade: string },
  videoUrl: string,
): Promise<AttachedProof['evidenceOf']> {
  const found = await optionalPart((quickly) => quickly(() => proofs.describeProof({ screenshotId, videoUrl })));
  return (value) => evidenceOf(value, found ?? { grade: grade === 'uploaded' ? grade : 'none' });
}

/** An uploaded picture counts regardless of its content; a capture of the video's page proves only the value found there. */
function evidenceOf(value: number, found: DescribeProofResponse): ValueEvidence {
  const { grade, detectedViews, detectedViewsDetail: detail, showsAnotherPage } = found;
  if (grade === 'none') return NO_EVIDENCE;
  if (grade !== 'server_captured') return { ...NO_EVIDENCE, grade: 'uploaded' };
  if (showsAnotherPage === true) return NO_EVIDENCE;
  const source = detail?.source ?? 'operator';
  if (!detail || source === 'operator' || detectedViews !== value) return NO_EVIDENCE;
  return {
    rawText: detail.rawText ?? null,
    precision: detail.precision ?? 'exact',
    metric: detail.metric ?? 'views',
    grade,
  };
}
