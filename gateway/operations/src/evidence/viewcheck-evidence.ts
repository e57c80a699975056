import { EvidenceInput } from '@svc/evidence/schemas/tool-input';
import { EvidenceOutput } from '@svc/evidence/schemas/tool-output';
import { defineOperation } from '../registry/define-operation.js';
import { shownEvidence } from './shown-evidence.js';

/** Maximum characters of an input that runs without queueing. */
const SMALL_INPUT = 65_536;

export const viewcheckEvidence = defineOperation({
  name: 'viewcheck_evidence',
  family: 'deals',
  summary: 'Judge the proof for videos before recording their views',
  description:
    'Returns, step by step, which pages to open, which videos fit best, what proof is missing, and which calls may record them. It writes nothing and opens no page. Use it when you have a date and a promo code, search words or an account; start with action=plan_video_search and follow the nextAction of each result. Captions, comments and titles only point to a video: the sponsor must be seen or heard in the video itself, and a screenshot of its own page must show the view count.',
  tier: 0,
  holdsForeignText: true,
  scope: 'svc.read',
  core: true,
  http: { method: 'POST', path: '/viewcheck/evidence', bodyBytesMax: 4_194_304, idempotencyKey: 'ignored' },
  input: EvidenceInput,
  output: EvidenceOutput,
  run: async ({ action, ...input }, context) => {
    const { clients } = context;
    const inputJson = JSON.stringify(input);
    const { outputJson } =
      inputJson.length <= SMALL_INPUT
        ? await clients.evidence.runAction({ action, inputJson })
        : await clients.evidence.runLargeAction({ action, inputJson: Buffer.from(inputJson) });
    return shownEvidence(context, JSON.parse(outputJson) as EvidenceOutput);
  },
});
