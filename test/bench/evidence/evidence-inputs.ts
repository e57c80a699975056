/** Inputs of the evidence tool, scaled to a share of their maximum size. */

const SENTENCE =
  'Use code save twenty at checkout, link in bio, nord vpn dash mike, SAVE2O or s a v e 2 0, not save 25 percent off. ';

const video = (index: number): string => `https://www.youtube.com/watch?v=${String(index).padStart(11, '0')}`;
const text = (length: number): string => SENTENCE.repeat(Math.ceil(length / SENTENCE.length)).slice(0, length);

const REQUEST = {
  requestedDate: '2026-05-01',
  promoCodes: ['SAVE20', 'NORDVPN-MIKE', 'TECHTALK', 'ANNA15', 'MIKE100', '007', 'CREATOR', 'LAUNCH26', 'ACME', 'GO50'],
  query: 'acme launch review of the new phone',
  account: { platform: 'youtube', handle: 'creator' },
  brand: { name: 'Acme', aliases: ['Acme Phones', 'Acme One'] },
};

const cue = (index: number) => ({ startSeconds: index * 4, endSeconds: index * 4 + 3, text: text(240) });

const candidate = (index: number) => ({
  url: video(index),
  title: text(300),
  caption: text(5_000),
  firstComment: { text: text(2_000), byAuthor: true, pinned: true },
  transcriptCues: Array.from({ length: 10 }, (_, at) => cue(at)),
  viewCountText: '1.2M views',
  publishedText: 'May 1, 2026',
  accountHandle: 'creator',
  foundVia: 'account_page',
  durationSeconds: 612,
});

const log = (index: number) => ({
  id: `log-${index}`,
  dealId: '01900000-0000-7000-8000-000000000001',
  videoId: '01900000-0000-7000-8000-000000000002',
  videoUrl: video(index),
  value: 900 + index,
  checkedAt: '2026-04-30T10:00:00.000Z',
});

const importRow = ({ videoId, dealId, videoUrl }: ReturnType<typeof log>) => ({ videoId, dealId, url: videoUrl });

/** Captions of this many characters. */
function captions(length: number): string {
  const lines = ['WEBVTT\n'];
  for (let at = 0, size = 8; size < length; at += 1) {
    const clock = new Date(at * 1_000).toISOString().slice(11, 23);
    const line = `${clock} --> ${clock.slice(0, 8)}.900\n${SENTENCE.slice(at % 60, (at % 60) + 30)}\n`;
    lines.push(line);
    size += line.length + 1;
  }
  return lines.join('\n').slice(0, length);
}

/** The input of each action at this share of its maximum. */
export function evidenceInputs(share: number): readonly (readonly [action: string, input: object])[] {
  const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
    Array.from({ length: Math.round(count * share) }, (_, index) => make(index));
  const candidates = many(200, candidate);
  const harness = {
    candidates,
    proofScreenshots: many(200, (index) => ({
      screenshotId: `shot-${index}`,
      shareUrl: `https://go.example/${index}`,
      sourceUrl: video(index),
      capturedAt: '2026-05-02T10:00:00.000Z',
      detectedViews: 1_200_000,
      detectedViewsDetail: { rawText: '1.2M views', precision: 'rounded', inCapture: true },
      status: 'uploaded',
    })),
    directProofReviews: many(200, (index) => ({
      sourceVideoUrl: video(index),
      status: 'confirmed',
      proofKind: 'spoken_promo',
      evidenceSource: 'video_playback',
      observedPromoAtSeconds: 84.5,
      note: text(1_000),
    })),
    priorViewLogs: many(500, log),
    priorImportRows: many(500, (index) => importRow(log(index))),
    workflow: 'view_check',
  };
  const due = (index: number) => ({ ...importRow(log(index)), videoUrl: video(index), logs: [log(index), log(index)] });
  const inputs: Readonly<Record<string, object>> = {
    plan_video_search: { dueViews: many(200, due), urls: many(40, video) },
    audit_browser_candidate_intake: { rows: candidates },
    extract_transcript_cues: {
      tracks: Array.from({ length: 5 }, () => ({ body: captions(Math.floor(629_145 * share)) })),
    },
    rank_search_results: {
      results: many(200, (index) => ({ url: video(index), title: text(300), snippet: text(5_000) })),
    },
    rank_candidates: { candidates },
    plan_proof_capture: { candidates, limit: 20 },
    plan_direct_proof_review: { candidates, cues: many(2_000, cue) },
    proof_run_harness: harness,
    workflow_report: harness,
  };
  return Object.entries(inputs).map(([action, fields]) => [action, { action, ...REQUEST, ...fields }] as const);
}
