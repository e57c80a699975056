import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { listenLocally } from '@svc/chassis/testing/local-listener';
import { requireChromium } from '@svc/guarded-browser/testing/test-chromium';
import { runCommandWith } from '@svc/viewcheck-command/testing/command-run';
import { type OwnStack, startOwnStack } from '../../own-stack.ts';
import type { Session } from '../../stack.ts';
import { connectAgent } from '../agents/bridge-agents.ts';
import { type AnswerOf, daysAgo, type ErrorAnswer, type List, readWhole, videoUrl, type ViewLog } from '../answers.ts';
import { endCaptureLeases } from '../database.ts';
import { childrenOf } from '../processes/freeze.ts';
import { joinTeam } from '../sharing/joining.ts';
import { createScreenshot, dealWithVideo, pixel, readPicture, type Screenshot, UPLOADS } from './screenshots.ts';

/** Timeout in milliseconds for a capture on a busy machine, including the start of the browser. */
const CAPTURED_WITHIN_MS = 60_000;

const PAGE = `<!doctype html><html lang="en"><title>Launch day</title>
<h1>Launch day</h1><p>12.3K views</p><video width="640" height="360"></video></html>`;

/** Faults to run, instead of an answer, on the first request for a path. */
const faults = new Map<string, () => void>();
let pagesUrl: string;
let closePages: () => Promise<void>;
let stack: OwnStack;
let owner: Session;

beforeAll(async () => {
  const pages = createServer(({ url = '' }, response) => {
    const fail = faults.get(url);
    faults.delete(url);
    if (fail) {
      fail();
      return;
    }
    const isThere = url !== '/gone';
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(isThere ? PAGE : '<p>There is nothing here');
  });
  const { port, close } = await listenLocally(pages);
  closePages = close;
  pagesUrl = `http://127.0.0.1:${port}`;
  stack = await startOwnStack('kills', {
    without: ['copilot'],
    environment: {
      CHROMIUM_PATH: requireChromium(),
      CAPTURE_NO_SANDBOX: 'true',
      SVC_EGRESS_ALLOW: `127.0.0.1:${port}`,
    },
  });
  owner = await stack.signUp();
});

afterAll(async () => {
  await stack.stop();
  await closePages();
});

type Queued = AnswerOf<'screenshots.get_capture'> & { readonly statusUrl: string };

const capture = <Body>(fields: object) =>
  owner.post<Body>('/api/screenshots/capture', { delayMs: 0, viewport: { width: 800, height: 600 }, ...fields });

/** Captures the page and waits for the image, with a timeout for a busy machine. */
async function captured(path: string, fields: object = {}): Promise<Screenshot> {
  const { status, body } = await capture<Screenshot & Queued>({ sourceUrl: `${pagesUrl}${path}`, ...fields });
  if (status === 201) return body;
  expect(status).toBe(202);
  return eventually(async () => {
    expect((await owner.get<Queued>(body.statusUrl)).body.status).toBe('captured');
    return (await owner.get<Screenshot>(`/api/screenshots/${body.screenshotId}`)).body;
  }, CAPTURED_WITHIN_MS);
}

test('captured and uploaded screenshots prove view logs, and only people with access see them', async () => {
  const [colleague, teammate] = [await stack.signUp(), await stack.signUp()];
  const { dealId, videoId } = await dealWithVideo(owner, 1);
  const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Deal' });
  const { body: few } = await owner.post<{ id: string }>('/api/teams', { name: 'Screenshots' });
  for (const who of [colleague, teammate]) await joinTeam(owner, team.id, who, 'member');
  await joinTeam(owner, few.id, colleague, 'member');
  await owner.post(`/api/teams/${team.id}/share`, { entityType: 'deal', entityId: dealId });

  const fromPage = await captured('/video', { dealId, videoId });
  const uploaded = await createScreenshot(owner, pixel(1), { dealId, videoId });
  for (const { screenshotId } of [fromPage, uploaded]) {
    const entity = { entityType: 'screenshot', entityId: screenshotId };
    expect((await owner.post(`/api/teams/${few.id}/share`, entity)).status).toBe(201);
  }
  const log = (screenshotId: string, value: number) =>
    owner.post<ViewLog>(`/api/deals/${dealId}/views`, { videoId, value, screenshotId });
  const byCapture = await log(fromPage.screenshotId, 12_300);
  const byUpload = await log(uploaded.screenshotId, 12_400);

  expect(fromPage).toMatchObject({
    status: 'uploaded',
    origin: 'capture',
    grade: 'server_captured',
    dealId,
    videoId,
    detectedViews: 12_300,
    detectedViewsDetail: { rawText: expect.stringContaining('12.3K views'), precision: 'rounded', inCapture: true },
    image: { contentType: 'image/png', width: 800, height: 600 },
    capture: { finalUrl: `${pagesUrl}/video`, httpStatus: 200, title: 'Launch day', pageChanges: [] },
  });
  // The page is not the video's, so it proves nothing.
  expect(byCapture.body.evidence).toMatchObject({ grade: 'none', precision: null, rawText: null });
  expect(byUpload.body.evidence).toMatchObject({ grade: 'uploaded', precision: null, rawText: null });
  for (const [who, isEntitled] of [[owner, true] as const, [colleague, true] as const, [teammate, false] as const]) {
    const { body } = await readWhole(() =>
      who.get<List<ViewLog>>(`/api/deals/view-logs?scope=mine-and-shared&dealId=${dealId}`),
    );
    const shown = body.items.map(({ screenshot }) => screenshot).filter((each) => each?.screenshotId);
    expect(shown).toHaveLength(isEntitled ? 2 : 0);
    for (const { previewUrl } of [fromPage, uploaded]) {
      expect((await readPicture(stack, previewUrl, who)).status).toBe(isEntitled ? 200 : 404);
    }
  }
});

test('a capture without a waiting caller reports its status at a URL until it is done', async () => {
  const queued = await capture<Queued>({ sourceUrl: `${pagesUrl}/later`, wait: false });
  const stranger = await stack.signUp();

  expect(queued.status).toBe(202);
  expect(queued.body.statusUrl).toBe(`/api/screenshots/captures/${queued.body.jobId}`);
  expect((await stranger.get(queued.body.statusUrl)).status).toBe(404);
  await eventually(async () => {
    expect((await owner.get<Queued>(queued.body.statusUrl)).body).toMatchObject({ status: 'captured', failure: null });
  }, CAPTURED_WITHIN_MS);
  const { body } = await owner.get<Screenshot>(`/api/screenshots/${queued.body.screenshotId}`);
  expect((await readPicture(stack, body.imageUrl, owner)).headers.get('content-type')).toBe('image/png');
});

/** Kills the browsers of the capturing process. */
function killBrowsers(): void {
  const isBrowser = (pid: number): boolean =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--remote-debugging');
  for (const pid of childrenOf(stack.pid('screenshot') ?? 0).filter(isBrowser)) process.kill(pid, 'SIGKILL');
}

test.each([
  ['a browser', killBrowsers],
  ['the capturing process', () => stack.kill('screenshot', 'SIGKILL')],
])('killing %s mid-capture costs one try, and the page is captured', async (what, kill) => {
  const path = `/${encodeURIComponent(what)}`;
  const { promise: killed, resolve } = Promise.withResolvers<void>();
  faults.set(path, () => {
    kill();
    resolve();
  });
  const queued = await capture<Queued>({ sourceUrl: `${pagesUrl}${path}`, wait: false });

  await killed;
  // Otherwise other processes would wait a minute for the lease to expire.
  if (what !== 'a browser') await endCaptureLeases(stack.databaseAdminUrl);

  await eventually(async () => {
    expect((await owner.get<Queued>(queued.body.statusUrl)).body).toMatchObject({
      status: 'captured',
      failure: null,
    });
  }, CAPTURED_WITHIN_MS);
});

test('a page that responds with an error yields a reason instead of an image, and an upload is accepted instead', async () => {
  const queued = await capture<Queued>({ sourceUrl: `${pagesUrl}/gone`, wait: false });
  const { screenshotId, statusUrl } = queued.body;
  const read = async () => (await owner.get<Screenshot>(`/api/screenshots/${screenshotId}`)).body;

  await eventually(async () => {
    const { body } = await owner.get<Queued>(statusUrl);
    expect(body).toMatchObject({ status: 'failed', failure: { code: 'http_error', retryable: false } });
  }, CAPTURED_WITHIN_MS);
  const failed = await read();
  const waited = await capture<ErrorAnswer>({ sourceUrl: `${pagesUrl}/gone` });
  const sent = await UPLOADS.bytes(stack, owner, screenshotId, pixel(2));

  expect(failed).toMatchObject({ status: 'failed', pending: false, image: null, failure: { code: 'http_error' } });
  expect([waited.status, waited.body.error.code]).toEqual([422, 'CAPTURE_FAILED']);
  expect(waited.body.error.details).toContainEqual({ path: 'failure.code', message: 'http_error' });
  expect(sent.status).toBe(200);
  expect(sent.body).toMatchObject({ grade: 'uploaded', capture: null });
});

test('a captured screenshot keeps its page and date, and its note can change', async () => {
  const { screenshotId } = await captured('/kept');
  const path = `/api/screenshots/${screenshotId}`;

  const moved = await owner.patch<ErrorAnswer>(path, { sourceUrl: 'https://example.com/other' });
  const redated = await owner.patch<ErrorAnswer>(path, { capturedAt: '2026-01-01T00:00:00Z' });
  const noted = await owner.patch<Screenshot>(path, { note: 'Launch' });

  for (const { status, body } of [moved, redated]) expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  expect([noted.status, noted.body.note, noted.body.sourceUrl]).toEqual([200, 'Launch', `${pagesUrl}/kept`]);
});

test.each([
  'http://127.0.0.1:1/',
  'http://localhost/',
  'http://2130706433/',
  'http://[::ffff:127.0.0.1]/',
  'http://10.0.0.1/',
  'http://intranet/',
])('%s is not captured', async (sourceUrl) => {
  const { status, body } = await capture<ErrorAnswer>({ sourceUrl });

  expect([status, body.error.code, body.error.details[0]?.path]).toEqual([400, 'TARGET_NOT_ALLOWED', 'sourceUrl']);
});

test('logs contain neither the captured page nor anything of its image', async () => {
  const { image, capture: facts } = await captured('/a-page-that-no-log-may-hold');

  const logs = (['gateway', 'screenshot', 'deal'] as const).map((name) => readFileSync(stack.logFile(name), 'utf8'));
  for (const secret of ['a-page-that-no-log-may-hold', image?.sha256, facts?.title, 'base64']) {
    expect(logs.join('\n')).not.toContain(secret);
  }
});

test('the command lists due views and captures proof as an agent, and writes nothing else', async () => {
  const user = await stack.signUp();
  await dealWithVideo(user, 7);
  const { token } = await connectAgent(stack, user, ['svc.read', 'svc.write.low_risk']);
  const env = { SVC_API_BASE_URL: stack.gatewayUrl, SVC_AGENT_ACCESS_TOKEN: token };
  const asked = ['--requested-date', daysAgo(2), '--promo-code', 'SHOT7'];
  const before = await readKept(user);

  const due = await runCommandWith(['collect', '--from-due-views', ...asked], { env });
  const proven = await runCommandWith(['preflight', ...asked, '--capture-proof', '--url', `${pagesUrl}/evidence`], {
    env: { ...env, SVC_EGRESS_ALLOW: new URL(pagesUrl).host },
  });

  expect([due.exitCode, proven.exitCode]).toEqual([0, 0]);
  expect(due.document.candidates).toMatchObject([{ canonicalUrl: videoUrl(7), foundVia: 'due_views' }]);
  const { items } = (await user.get<List<Screenshot>>('/api/screenshots')).body;
  expect(items).toMatchObject([{ sourceUrl: `${pagesUrl}/evidence`, origin: 'capture', detectedViews: 12_300 }]);
  expect(proven.document).toMatchObject({
    liveWrites: false,
    persistentViewLogWrites: false,
    captures: [{ status: 'captured', screenshotId: items[0]?.screenshotId }],
    verificationRows: [
      {
        screenshotId: items[0]?.screenshotId,
        viewCount: { value: 12_300 },
        missingWriteRequirements: ['directProof', 'sourceVideoUrl', 'observedPromoAtSeconds'],
        writeGate: { state: 'blocked' },
      },
    ],
  });
  expect(await readKept(user)).toEqual(before);
});

/** Reads all data that the command must leave unchanged. */
async function readKept(user: Session): Promise<unknown[]> {
  const paths = ['/api/deals/view-logs', '/api/deals', '/api/videos', '/api/deals/due-views'];
  return Promise.all(paths.map(async (path) => (await user.get(path)).body));
}
