import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { describeError } from '../api/api-error.js';
import { call } from '../api/call.js';
import type { Input, Output } from '../api/operations.js';
import { refreshAfter } from '../api/queries.js';
import { randomKey } from '../api/random-key.js';
import type { Proof } from '../screenshots/proof-state.js';
import { sendProof } from '../screenshots/send-proof.js';
import { askEvidence } from './ask-evidence.js';
import { requestOf } from './asked.js';
import type { Screenshot } from './evidence-types.js';
import { candidateOf, changeRow, type Row, type Work } from './work.js';

const LOOK_MS = 3_000;

type Stored = Output<'screenshots.get'>;

export interface Screenshots {
  readonly proofOf: (candidateId: string) => Proof | undefined;
  /** Stores an image that the user has. */
  readonly attach: (row: Row, image: File) => Promise<void>;
  /** Captures the row's page on the server. */
  readonly capture: (row: Row) => Promise<void>;
  /** Attaches a stored screenshot. */
  readonly choose: (row: Row, screenshot: Stored) => void;
}

/** The screenshots of rows, while they are sent and captured. A new one replaces the previous one. */
export function useScreenshots({ asked }: Work, setWork: Dispatch<SetStateAction<Work>>): Screenshots {
  const queries = useQueryClient();
  const [proofs, setProofs] = useState<Readonly<Record<string, Proof>>>({});

  const choose = ({ candidateId }: Row, screenshot: Stored): void => {
    const proofScreenshots = [readStored(screenshot)];
    setWork((work) => changeRow(work, candidateId, (row) => ({ ...row, proofScreenshots })));
    const { screenshotId, detectedViews: found } = screenshot;
    setProofs((before) => ({ ...before, [candidateId]: { status: 'attached', screenshotId, found } }));
  };
  const take = async (row: Row, store: (tell: (share: number) => void) => Promise<Stored>): Promise<void> => {
    const tell = (proof: Proof): void => setProofs((before) => ({ ...before, [row.candidateId]: proof }));
    tell({ status: 'sending', share: 0 });
    try {
      choose(row, await store((share) => tell({ status: 'sending', share })));
      refreshAfter(queries, 'screenshots.upload_content');
    } catch (error) {
      tell({ status: 'refused', message: error instanceof CaptureFailed ? error.message : describeError(error) });
    }
  };
  return {
    proofOf: (candidateId) => proofs[candidateId],
    attach: (row, image) => take(row, (tell) => sendProof(pageOf(row), image, tell)),
    capture: (row) => take(row, () => capture(row, asked)),
    choose,
  };
}

/** Why a capture failed, in words. */
class CaptureFailed extends Error {
  override readonly name = 'CaptureFailed';
}

function pageOf({ canonicalUrl, url, known }: Row): Parameters<typeof sendProof>[0] {
  const { dealId, videoId } = known ?? {};
  return { sourceUrl: canonicalUrl ?? url ?? null, ...(dealId && videoId && { dealId, videoId }) };
}

/** Captures the page as the tool plans it. */
async function capture(row: Row, asked: Work['asked']): Promise<Stored> {
  const { captureJobs } = await askEvidence('plan_proof_capture', {
    ...requestOf(asked),
    candidates: [candidateOf(row)],
    limit: 1,
  });
  const [planned] = captureJobs;
  if (!planned) throw new CaptureFailed("This row's page can't be captured.");
  const input: Input<'screenshots.capture'> = planned.arguments;
  const captured = await call('screenshots.capture', input, { key: randomKey() });
  if ('image' in captured) return captured;
  return call('screenshots.get', { screenshotId: await untilCaptured(captured.jobId) });
}

async function untilCaptured(jobId: string): Promise<string> {
  for (;;) {
    const { status, screenshotId, failure } = await call('screenshots.get_capture', { jobId });
    if (status === 'captured') return screenshotId;
    if (status === 'failed') throw new CaptureFailed(failure?.message ?? "Couldn't capture the page.");
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** A screenshot in the tool's format. */
function readStored(stored: Stored): Screenshot {
  const { screenshotId, shareUrl, sourceUrl, capturedAt, createdAt, grade, status, pending, uploaded } = stored;
  const { detectedViews, detectedViewsDetail } = stored;
  const record = { screenshotId, shareUrl, sourceUrl, capturedAt, createdAt, grade, status, pending, uploaded };
  return { ...record, detectedViews, detectedViewsDetail };
}
