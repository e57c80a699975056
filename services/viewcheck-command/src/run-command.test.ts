import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runCommandWith } from './testing/command-run.js';

const READY = ['--requested-date', '2026-05-01', '--promo-code', 'SAVE20'];
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viewcheck-runs-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Runs the command with no resolvable host name, and records lookups. */
async function run(...argv: readonly string[]) {
  const lookedUp: string[] = [];
  const lookup = async (name: string): Promise<string[]> => {
    lookedUp.push(name);
    return [];
  };
  return { lookedUp, ...(await runCommandWith(argv, { folder, network: { lookup } })) };
}

describe('a mock run', () => {
  test.each(['preflight', 'collect'])('of %s is deterministic with every option, and writes nothing', async (mode) => {
    const argv = [
      mode,
      '--mock',
      '--from-due-views',
      '--capture-proof',
      '--discover-candidates',
      '--from-plan-targets',
      '--account',
      'youtube:creator',
      '--requested-date',
      '2026-01-10',
    ];

    const [one, other] = [await runCommandWith(argv), await runCommandWith(argv)];

    expect(one.exitCode).toBe(0);
    expect(one.stdout).toBe(other.stdout);
    expect(one.document).toMatchObject({ status: 'completed', liveWrites: false, persistentViewLogWrites: false });
  });

  test('without options has a ready request and rows with every preflight field', async () => {
    const { document } = await runCommandWith(['preflight', '--mock']);

    expect(document).toMatchObject({
      format: 'viewcheck-live-preflight-v1',
      mode: 'mock',
      requestReadiness: { format: 'viewcheck-grillme-request-readiness-v1', ready: true },
      readinessCatalog: { nativeAutomationFormat: 'svc-native-automation-catalog-v1' },
      verificationRowsFormat: 'viewcheck-live-preflight-verification-row-v1',
      verificationRows: [
        {
          sourceVideoUrl: VIDEO,
          screenshotId: null,
          screenshotLink: null,
          viewCountSource: null,
          directProofStatus: 'missing',
          directProofReviewStatus: 'planned',
          suggestedSeekSeconds: expect.any(Number),
          reviewWindowSeconds: expect.any(Number),
          noWriteReason: 'missing_direct_proof',
          missingWriteRequirements: expect.arrayContaining(['directProof', 'screenshot', 'viewCount']),
          verificationLinks: expect.any(Array),
        },
      ],
    });
    expect(
      (document as never as { primitivesContract: { verificationLinks: unknown[] } }).primitivesContract
        .verificationLinks,
    ).toHaveLength(3);
  });

  test('with a partial request asks for the rest', async () => {
    const { exitCode, document, stderr } = await runCommandWith(['preflight', '--mock', '--promo-code', 'SAVE20']);

    expect(exitCode).toBe(3);
    expect(document).toMatchObject({ status: 'not_ready', targets: [], verificationRows: [] });
    expect(stderr).toMatch(/^[^\n]+\?\n$/);
  });
});

describe('before opening a page', () => {
  test.each([
    ['no date', ['--promo-code', 'SAVE20', '--url', 'https://blog.example.net/'], 3, 'not_ready'],
    ['no anchor', ['--requested-date', '2026-05-01', '--url', 'https://blog.example.net/'], 3, 'not_ready'],
    ['no page', [...READY, '--discover-candidates'], 2, 'failed'],
    ['a plan without discovery', [...READY, '--from-plan-targets'], 2, 'failed'],
    [
      'a plan without an account page',
      [...READY, '--discover-candidates', '--from-plan-targets', '--url', 'https://blog.example.net/'],
      2,
      'failed',
    ],
    ['no token for due views', ['--from-due-views'], 2, 'failed'],
    ['no token for captures', [...READY, '--capture-proof'], 2, 'failed'],
    ['an insecure base URL', ['--from-due-views', '--base-url', 'http://deals.example'], 2, 'failed'],
    ['short links without captures', [...READY, '--short-links'], 2, 'failed'],
    ['an invalid time zone', [...READY, '--time-zone', 'Mars/Olympus'], 2, 'failed'],
    ['an invalid private target', [...READY, '--allow-private-target', 'http://a'], 2, 'failed'],
    ['a missing output folder', [...READY, '--out', 'absent/out.json'], 2, 'failed'],
    ['a missing candidate file', [...READY, '--candidate-json', 'absent.json'], 2, 'failed'],
  ] as const)('ends the run with one sentence and one document: %s', async (_what, argv, exitCode, status) => {
    const { stderr, lookedUp, ...ended } = await run(
      'preflight',
      '--discover-candidates',
      ...argv.filter((word) => word !== '--discover-candidates'),
    );
    expect(ended).toMatchObject({ exitCode, document: { status, liveWrites: false, persistentViewLogWrites: false } });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(lookedUp).toEqual([]);
  });
});

test('reads back the output of collect, including hints and proof added by hand', async () => {
  const collected = await run('collect', ...READY, '--url', VIDEO, '--out', 'candidates.json');
  expect(await readFile(join(folder, 'candidates.json'), 'utf8')).toBe(collected.stdout);
  const file = JSON.parse(collected.stdout) as { candidates: Record<string, unknown>[] };
  const [candidate] = file.candidates;
  const proof = {
    status: 'confirmed',
    proofKind: 'spoken_promo',
    evidenceSource: 'video_playback',
    sourceVideoUrl: VIDEO,
    observedPromoAtSeconds: 84,
  };
  const screenshot = {
    screenshotId: 's1',
    sourceUrl: VIDEO,
    detectedViews: 12_345,
    uploaded: true,
    status: 'uploaded',
  };
  const completed = { ...candidate, directProof: proof, screenshotSelector: '#player', proofScreenshots: [screenshot] };
  await writeFile(join(folder, 'completed.json'), JSON.stringify({ ...file, candidates: [completed] }));

  const { exitCode, document } = await run('preflight', '--candidate-json', 'completed.json');

  expect(exitCode).toBe(0);
  expect(document).toMatchObject({
    requestReadiness: { ready: true },
    candidates: [{ candidateId: candidate?.['candidateId'], candidateCaptureHint: { screenshotSelector: '#player' } }],
    verificationRows: [
      {
        screenshotId: 's1',
        observedPromoAtSeconds: 84,
        missingWriteRequirements: [],
        noWriteReason: 'preflight_never_writes',
        writeGate: { state: 'ready_for_write_request' },
      },
    ],
    nextActions: [{ operation: 'deals.bulk_add_view_checks', executed: false }],
    warnings: [],
  });
});
