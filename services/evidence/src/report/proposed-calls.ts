import type { Context } from '../context.js';
import { type ByKey, ofKey } from '../gate/by-key.js';
import { screenshotTime } from '../gate/moments.js';
import type { PriorRow } from '../gate/prior-rows.js';
import type { EvidenceRequest } from '../request/read-request.js';
import type { WRITE_OPERATIONS } from '../request/readiness.js';
import type { Answer, ProposedCall } from '../schemas/tool-output.js';
import type { VerificationRow } from '../schemas/verification-row.js';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the calls that would record the ready rows, with the known part of their input. Makes none of them. */
export function proposedCalls(
  { verificationRows, workflow }: Answer<'proof_run_harness'>,
  request: EvidenceRequest,
  prior: ByKey<PriorRow>,
  context: Context,
): ProposedCall[] {
  const ready = verificationRows.filter(({ writeGate }) => writeGate.state === 'ready_for_write_request');
  if (workflow === 'import') return importCalls(ready, request);
  return ready.map((row) => viewLogCall(row, ofKey(prior, row.canonicalKey), request, context));
}

/** One import for each posting day, with one collection for each code. */
function importCalls(rows: readonly VerificationRow[], request: EvidenceRequest): ProposedCall[] {
  const days = Map.groupBy(rows, (row) => postDateOf(row, request));
  return [...days].map(([postDate, posted]) => {
    const collections = [...Map.groupBy(posted, (row) => promoCodeOf(row, request))].map(([promoCode, coded]) => ({
      urls: coded.map(({ sourceVideoUrl }) => sourceVideoUrl),
      ...(promoCode === null ? {} : { promoCode }),
    }));
    return call(
      'deals.bulk_add_view_checks',
      { postDate, collections },
      posted,
      collections.flatMap((collection, index) => ('promoCode' in collection ? [] : [`collections.${index}.promoCode`])),
    );
  });
}

function postDateOf({ published }: VerificationRow, { days }: EvidenceRequest): string | null {
  return published?.date ?? (days && days.from === days.to ? days.from : null);
}

/** Returns the proven code, else the only requested one. */
function promoCodeOf({ provenPromoCode }: VerificationRow, { promoCodes }: EvidenceRequest): string | null {
  const [only = null] = promoCodes;
  return provenPromoCode ?? (promoCodes.length === 1 ? only : null);
}

function viewLogCall(
  row: VerificationRow,
  known: readonly PriorRow[],
  request: EvidenceRequest,
  { asOf, timeZone }: Context,
): ProposedCall {
  const ofDeal = known.find(
    ({ dealId, videoId }) => videoId !== null && dealId !== null && (request.dealId ?? dealId) === dealId,
  );
  const taken = screenshotTime({ capturedAt: row.screenshotCapturedAt, createdAt: row.screenshotCreatedAt }, timeZone);
  return call(
    'deals.add_view_log',
    {
      dealId: ofDeal?.dealId ?? request.dealId,
      videoId: ofDeal?.videoId ?? null,
      value: row.viewCount?.value ?? null,
      checkedAt: taken?.text ?? asOf.toISOString(),
      sourceUrl: row.sourceVideoUrl,
      screenshotId: row.screenshotId,
      observedPromoAtSeconds: row.observedPromoAtSeconds,
    },
    [row],
  );
}

/** Builds a call without its null arguments, which are listed separately. */
function call(
  operation: (typeof WRITE_OPERATIONS)[keyof typeof WRITE_OPERATIONS],
  fields: Fields,
  rows: readonly VerificationRow[],
  alsoMissing: readonly string[] = [],
): ProposedCall {
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  const missing = Object.entries(fields).filter(([, value]) => value === null);
  return {
    operation,
    arguments: Object.fromEntries(known),
    rowIds: rows.map(({ rowId }) => rowId),
    missingArguments: [...missing.map(([name]) => name), ...alsoMissing],
    executed: false,
  };
}
