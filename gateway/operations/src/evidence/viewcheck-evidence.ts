import { EvidenceInput } from '@svc/evidence/schemas/tool-input';
import { EvidenceOutput } from '@svc/evidence/schemas/tool-output';
import type { z } from 'zod';
import { defineOperation } from '../define-operation.js';

/** Maximum characters of an input that runs without queueing. */
const SMALL_INPUT = 65_536;

export const viewcheckEvidence = defineOperation({
  name: 'viewcheck_evidence',
  family: 'deals',
  summary: 'Judge what is proven of videos before their views are recorded',
  description:
    'Answers, step by step, which pages to open, which videos fit best, what proof is missing, and which calls may record them. It writes nothing and opens no page. Use it from a date and a promo code, search words or an account on; begin with action=plan_video_search and do nextAction of each answer. Captions, comments and titles only point to a video: the sponsor must be seen or heard in it, in a screenshot of its own page with the view count.',
  tier: 0,
  holdsForeignText: true,
  scope: 'svc.read',
  core: true,
  http: { method: 'POST', path: '/viewcheck/evidence', bodyBytesMax: 4_194_304, idempotencyKey: 'ignored' },
  input: EvidenceInput,
  output: EvidenceOutput,
  run: async ({ action, ...input }, { clients }) => {
    const inputJson = JSON.stringify(input);
    const { outputJson } =
      inputJson.length <= SMALL_INPUT
        ? await clients.evidence.runAction({ action, inputJson })
        : await clients.evidence.runLargeAction({ action, inputJson: Buffer.from(inputJson) });
    return JSON.parse(outputJson) as z.input<typeof EvidenceOutput>;
  },
});
