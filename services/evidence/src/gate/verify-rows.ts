import type { Context } from '../context.js';
import { askedOf } from '../ranking/asked.js';
import type { EvidenceRequest } from '../request/read-request.js';
import type { ActionInput } from '../schemas/tool-input.js';
import type { Answer, Summary, Unmatched } from '../schemas/tool-output.js';
import type { VerificationRow } from '../schemas/verification-row.js';
import { type ByKey, byKey } from './by-key.js';
import { gatherEvidence, readReviews } from './gather-evidence.js';
import { judgeRows } from './judge-rows.js';
import { type PriorRow, readPriorRows } from './prior-rows.js';
import { readScreenshots } from './screenshots.js';

export interface Verified {
  readonly answer: Answer<'proof_run_harness'>;
  /** Existing records of the product, by video. */
  readonly prior: ByKey<PriorRow>;
}

/** Judges candidates, or rows of an earlier answer, by all of their evidence. */
export function verifyRows(input: ActionInput, request: EvidenceRequest, context: Context): Verified {
  if (request.missing.length > 0) {
    const message = 'The date or the anchor is missing, so dates cannot be compared.';
    context.warnings.add('request_not_ready', 'requestedDate', message);
  }
  const screenshots = readScreenshots(input.proofScreenshots ?? [], 'proofScreenshots', context);
  const prior = readPriorRows(input.priorViewLogs ?? [], input.priorImportRows ?? [], context);
  const reviews = readReviews(input, context);
  const evidence = gatherEvidence(input, reviews, prior, context);
  const keys = new Set(evidence.map(({ candidate }) => candidate.canonicalKey).filter((key) => key !== null));
  const workflow = input.workflow ?? 'import';
  const verificationRows = judgeRows(evidence, {
    asked: askedOf(request),
    workflow,
    acceptDateMismatch: input.acceptDateMismatch ?? false,
    screenshots,
    screenshotsByKey: byKey(screenshots),
    isOnlyRow: keys.size === 1,
    context,
  });
  return {
    prior: byKey(prior),
    answer: {
      workflow,
      verificationRows,
      verificationLinks: verificationRows.flatMap((row) => row.verificationLinks),
      unmatchedScreenshots: unmatched(screenshots, keys, ({ screenshotId, sourceUrl }) => ({
        id: screenshotId,
        url: sourceUrl,
      })),
      unmatchedReviews: unmatched(reviews, keys, ({ review }) => ({
        id: review.screenshotId,
        url: review.sourceVideoUrl,
      })),
      unmatchedPriorRows: unmatched(prior, keys, ({ id, url }) => ({ id, url })),
      summary: summaryOf(verificationRows),
    },
  };
}

/** Returns evidence of unknown videos, with the reason. */
function unmatched<Item extends { readonly index: number; readonly key: string | null }>(
  items: readonly Item[],
  keys: ReadonlySet<string>,
  shown: (item: Item) => { readonly id: string | null; readonly url: string | null },
): Unmatched[] {
  return items.flatMap((item) => {
    if (item.key !== null && keys.has(item.key)) return [];
    const { id, url } = shown(item);
    const reason = url === null ? 'source_unknown' : item.key === null ? 'source_url_not_video' : 'no_candidate';
    return [{ index: item.index, id, url, reason }];
  });
}

function summaryOf(rows: readonly VerificationRow[]): Summary {
  const count = (isCounted: (row: VerificationRow) => boolean): number => rows.filter(isCounted).length;
  const ready = count(({ writeGate }) => writeGate.state === 'ready_for_write_request');
  return {
    rows: rows.length,
    ready,
    blocked: rows.length - ready,
    existing: count(({ verifierStatus }) => verifierStatus === 'existing'),
    duplicates: count(({ verifierStatus }) => verifierStatus === 'duplicate'),
  };
}
