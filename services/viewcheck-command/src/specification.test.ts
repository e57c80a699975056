/** The specification of the command: each test has the sentence that it verifies as its title. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { runCommandWith } from './testing/command-run.js';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const READY = ['--requested-date', '2026-01-10', '--promo-code', 'SAVE20'];
const ACCOUNT = ['--account', 'youtube:creator'];
const NO_WRITES = { liveWrites: false, persistentViewLogWrites: false };

let folder: string;
/** A product that only accepts captures, and the requests it received. */
let product: LocalListener;
const asked: { readonly line: string; readonly body: Record<string, unknown> }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viewcheck-specification-'));
  product = await listenLocally(
    createServer((request, response) => {
      void json(request).then((body) => {
        asked.push({ line: `${request.method} ${request.url}`, body: body as Record<string, unknown> });
        const screenshot = { screenshotId: 's1', status: 'uploaded', uploaded: true, detectedViews: 12_345 };
        response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify(screenshot));
      });
    }),
  );
});

afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true });
});

const mock = async (...argv: readonly string[]) => (await runCommandWith(['preflight', '--mock', ...argv])).document;

/** Runs against the test product instead of the mock; no host name resolves. */
async function capture(...argv: readonly string[]) {
  asked.length = 0;
  const env = { SVC_AGENT_ACCESS_TOKEN: 'token', SVC_API_BASE_URL: product.url };
  const network = { lookup: async () => [] };
  const { document } = await runCommandWith(['preflight', '--capture-proof', ...argv], { env, network, folder });
  return { document, bodies: asked.map(({ body }) => body) };
}

describe('Preflight and collection command options (operator tooling, no persistent view-log writes in any of them; `liveWrites` and `persistentViewLogWrites` stay false):', () => {
  test('`--mock` | deterministic mock mode', async () => {
    expect(await mock()).toMatchObject({ mode: 'mock', status: 'completed', ...NO_WRITES });
    expect(await mock(...READY, '--url', VIDEO)).toEqual(await mock(...READY, '--url', VIDEO));
  });

  test('`--from-due-views` | seed candidate URLs from read-only due-views context', async () => {
    expect(await mock(...READY, '--from-due-views')).toMatchObject({
      candidates: [{ canonicalUrl: VIDEO, foundVia: 'due_views' }],
      ...NO_WRITES,
    });
  });

  test('`--url`, `--requested-date`, `--promo-code` | explicit inputs', async () => {
    expect(await mock(...READY, '--url', VIDEO)).toMatchObject({
      requestReadiness: { ready: true, missingFields: [] },
      candidates: [{ canonicalUrl: VIDEO, foundVia: 'explicit_url' }],
      ...NO_WRITES,
    });
  });

  test('`--from-plan-targets` with `--discover-candidates` | only when `browserSearchTargets` has a URL-bearing `account_page` target; opens only supplied and planned account-page URLs', async () => {
    const argv = ['--discover-candidates', '--from-plan-targets', ...READY];
    const page = 'https://blog.example.net/list';

    expect(await mock(...argv, '--query', 'spring haul', '--url', page)).toMatchObject({
      status: 'failed',
      error: { code: 'PLAN_TARGETS_UNAVAILABLE' },
    });
    const { targets } = await mock(...argv, ...ACCOUNT, '--query', 'spring haul', '--url', page);
    const opened = targets.filter(({ status }) => status === 'opened').map(({ kind }) => kind);
    expect(new Set(opened)).toEqual(new Set(['explicit_url', 'account_page']));
    expect(targets.map(({ kind }) => kind)).toContain('platform_search');
  });

  test('`--discover-candidates` | inspect supplied account/search pages for linked video cards; rows are deduplicated by video URL and pass the same gates', async () => {
    const pages = ['https://www.youtube.com/@creator', 'https://blog.example.net/list'];

    const document = await mock(...READY, '--discover-candidates', ...pages.flatMap((page) => ['--url', page]));

    expect(document).toMatchObject({
      candidates: [{ canonicalUrl: VIDEO }],
      duplicates: [{ index: 1, duplicateOf: expect.any(String) }],
      verificationRows: [{ sourceVideoUrl: VIDEO, writeGate: { state: 'blocked' } }],
      ...NO_WRITES,
    });
  });

  test('`--enrich-discovered-candidates`, `--enrich-limit` (default 5) | bounded detail-page read to fill caption, first comment, transcript, view count, proof fields', async () => {
    const urls = Array.from({ length: 7 }, (_, index) => `https://youtu.be/${index}Qw4w9WgXcQ`);
    const argv = [...READY, '--enrich-discovered-candidates', ...urls.flatMap((url) => ['--url', url])];
    const readPages = async (...more: readonly string[]) =>
      (await mock(...argv, ...more)).targets.filter(({ kind }) => kind === 'detail_page');

    expect(await readPages()).toHaveLength(5);
    expect(await readPages('--enrich-limit', '2')).toHaveLength(2);
    const { candidates } = await mock(...argv, '--mock-caption-track');
    expect(candidates[0]).toMatchObject({
      caption: 'Use code SAVE20',
      viewCount: { value: 12_345 },
      transcriptCues: [{ startSeconds: 81 }],
      directProof: null,
    });
  });

  test('`--capture-proof`, `--capture-limit` | capture proof screenshots through the screenshot capture operation; may create screenshot records and short links but `persistentViewLogWrites` stays false', async () => {
    const urls = ['aQw4w9WgXcQ', 'bQw4w9WgXcQ', 'cQw4w9WgXcQ'].flatMap((id) => ['--url', `https://youtu.be/${id}`]);

    const { document, bodies } = await capture(...READY, ...urls, '--capture-limit', '2', '--short-links');

    expect(new Set(asked.map(({ line }) => line))).toEqual(new Set(['POST /api/agent/screenshots/capture']));
    expect(bodies).toMatchObject([{ createShortLink: true }, { createShortLink: true }]);
    expect(document).toMatchObject({ captures: [{ status: 'captured' }, { status: 'captured' }], ...NO_WRITES });
  });

  test('`--candidate-json` | import candidate rows in format `viewcheck-candidate-json-v1`; rows may carry `screenshotSelector`, `waitForSelector`, `captureClip` hints (kept as `candidateCaptureHint`; an explicit CLI `--selector` overrides)', async () => {
    const hints = { screenshotSelector: '#player', waitForSelector: 'h1' };
    const captureClip = { x: 0, y: 0, width: 640, height: 360 };
    const candidates = [
      { url: VIDEO, ...hints },
      { url: 'https://youtu.be/aQw4w9WgXcQ', captureClip },
    ];
    const file = { format: 'viewcheck-candidate-json-v1', candidates };
    await writeFile(join(folder, 'candidates.json'), JSON.stringify(file));
    const argv = [...READY, '--candidate-json', 'candidates.json'];

    const { document, bodies } = await capture(...argv);

    expect(document.candidates).toMatchObject([
      { candidateCaptureHint: hints },
      { candidateCaptureHint: { captureClip } },
    ]);
    expect(bodies).toHaveLength(2);
    expect(bodies).toContainEqual({ sourceUrl: VIDEO, selector: '#player', waitForSelector: 'h1' });
    expect(bodies).toContainEqual({ sourceUrl: expect.stringContaining('aQw4w9WgXcQ'), clip: captureClip });
    const overridden = await capture(...argv, '--selector', 'main');
    expect(overridden.bodies).toMatchObject([{ selector: 'main' }, { selector: 'main' }]);
  });

  test.each(['--mock-structured-metadata', '--mock-caption-track', '--mock-app-state-caption-track'])(
    '`--mock-structured-metadata`, `--mock-caption-track`, `--mock-app-state-caption-track` | validate structured-metadata and caption-track cue extraction; cues stay navigation-only, with `transcriptSource: caption_track` (%s)',
    async (option) => {
      const { document } = await runCommandWith(['preflight', option]);

      const saysCues = option !== '--mock-structured-metadata';
      expect(document.candidates).toMatchObject([
        {
          viewCount: { value: 12_345 },
          transcriptSource: saysCues ? 'caption_track' : 'none',
          transcriptCues: saysCues ? [{ startSeconds: 81 }] : [],
        },
      ]);
      expect(document['ranked']).toMatchObject([{ evidenceClass: 'navigation_only' }]);
      expect(document['verificationRows']).toMatchObject([{ directProofStatus: 'missing' }]);
    },
  );
});

test('Preflight output has `verificationRowsFormat: viewcheck-live-preflight-verification-row-v1`; each row holds source video URL, screenshot id/link, view count and source, direct-proof status, direct-proof review status, suggested seek seconds, review window seconds, no-write reason, missing write requirements, row verification links.', async () => {
  const document = await mock(...READY, '--url', VIDEO, '--capture-proof');

  expect(document).toMatchObject({
    format: 'viewcheck-live-preflight-v1',
    verificationRowsFormat: 'viewcheck-live-preflight-verification-row-v1',
    verificationRows: [
      {
        sourceVideoUrl: VIDEO,
        screenshotId: expect.any(String),
        screenshotLink: expect.stringContaining('/api/screenshots/'),
        viewCount: { value: 12_345 },
        viewCountSource: 'dom_text',
        directProofStatus: 'missing',
        directProofReviewStatus: 'planned',
        suggestedSeekSeconds: 0,
        reviewWindowSeconds: 60,
        noWriteReason: 'missing_direct_proof',
        missingWriteRequirements: ['directProof', 'observedPromoAtSeconds'],
        verificationLinks: expect.arrayContaining([expect.objectContaining({ url: VIDEO })]),
      },
    ],
  });
});

test("If a capture response omits `sourceUrl`, the capture job's source URL is carried forward.", async () => {
  const { document } = await capture(...READY, '--url', VIDEO);

  expect(document['captures']).toMatchObject([{ sourceUrl: VIDEO, screenshotId: 's1' }]);
  expect(document['verificationRows']).toMatchObject([
    { screenshotSourceUrl: VIDEO, missingWriteRequirements: ['directProof', 'observedPromoAtSeconds'] },
  ]);
});

test('The readiness catalog emits `nativeAutomationFormat: svc-native-automation-catalog-v1`. The primitives contract exposes separately `contextSearch`, `dueViews`, `viewLogs`, `urlShortLink`, `imageUploadShortLink`, `screenshotCapture`, with a three-row `verificationLinks` set.', async () => {
  expect(await mock()).toMatchObject({
    readinessCatalog: { nativeAutomationFormat: 'svc-native-automation-catalog-v1' },
    primitivesContract: {
      contextSearch: expect.anything(),
      dueViews: expect.anything(),
      viewLogs: expect.anything(),
      urlShortLink: expect.anything(),
      imageUploadShortLink: expect.anything(),
      screenshotCapture: expect.anything(),
      verificationLinks: [expect.anything(), expect.anything(), expect.anything()],
    },
  });
});
