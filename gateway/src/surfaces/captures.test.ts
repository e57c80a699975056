import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import { testUser } from '@svc/chassis/testing/test-service';
import type { Capture, GetCaptureRequest, RequestCaptureRequest } from '@svc/proto/screenshot/v1/capture_service';
import type { Screenshot } from '@svc/proto/screenshot/v1/screenshot_service';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const IDS = {
  jobId: '01900000-0000-7000-8000-000000000001',
  screenshotId: '01900000-0000-7000-8000-000000000002',
};
const PAGE = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const QUEUED: Capture = { ...IDS, status: 'queued', position: 2, failure: null };

let gateway: TestGateway;
let state: { ended: Capture; screenshot: Screenshot | null; refusal: Error | null };
let asked: { request: RequestCaptureRequest | null; wait: GetCaptureRequest | null };

beforeAll(async () => {
  gateway = await startTestGateway({
    handlers: {
      captures: {
        requestCapture: async (request) => {
          asked.request = request;
          if (state.refusal) throw state.refusal;
          return { capture: QUEUED };
        },
        getCapture: async (request) => {
          asked.wait = request;
          return { capture: state.ended, screenshot: state.screenshot };
        },
      },
    },
  });
});

beforeEach(() => {
  state = { ended: QUEUED, screenshot: null, refusal: null };
  asked = { request: null, wait: null };
});

afterAll(() => gateway.stop());

/** Response fields that these tests check separately. */
interface Answer {
  readonly status: string;
  readonly failure: { readonly code: string };
  readonly error: { readonly code: string; readonly details: readonly { readonly path: string }[] };
}

async function call(method: string, path: string, body?: object) {
  const { token } = gateway.signIn(testUser());
  const response = await gateway.fetch(`/api/screenshots${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
}

const capture = (fields: object = {}) => call('POST', '/capture', { sourceUrl: PAGE, ...fields });

test.each([
  ['sourceUrl', 'https://www.you\ttube.com/watch?v=dQw4w9WgXcQ'],
  ['sourceUrl', 'https://www.youtube.com/watch\n?v=dQw4w9WgXcQ'],
  ['captureUrl', 'https://www.youtube.com/\u0007'],
  ['captureUrl', 'https://www.youtube.com/\u0085watch'],
])('an address with control characters is refused, like that of a short link: %s %j', async (path, address) => {
  const { status, body } = await capture({ [path]: address });

  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(body.error.details).toEqual([
    { path, message: `\`${path}\` must not contain control characters. Remove them.` },
  ]);
  expect(asked.request).toBeNull();
});

test('whitespace around an address is ignored', async () => {
  await capture({ sourceUrl: ` ${PAGE}\n`, wait: false });

  expect(asked.request).toMatchObject({ sourceUrl: PAGE });
});

test('a capture that finishes in time returns its screenshot', async () => {
  state.ended = { ...IDS, status: 'captured', failure: null };
  state.screenshot = captured();

  const { status, headers, body } = await capture();

  expect(status).toBe(201);
  expect(headers.get('location')).toBe(`/api/screenshots/${IDS.screenshotId}`);
  expect(body).toMatchObject({
    screenshotId: IDS.screenshotId,
    status: 'uploaded',
    uploaded: true,
    previewUrl: `/api/screenshots/${IDS.screenshotId}/thumbnail`,
    capture: { jobId: IDS.jobId, httpStatus: 200 },
  });
  expect(asked.wait).toEqual({ jobId: IDS.jobId, waitMs: 15_000 });
  expect(asked.request).toMatchObject({
    sourceUrl: PAGE,
    viewportWidth: 1_280,
    viewportHeight: 1_600,
    device: 'desktop',
    locale: 'en-US',
    timezone: 'UTC',
    format: 'png',
    consent: 'reject',
    delayMs: 800,
    createShortLink: false,
  });
});

test('a capture that fails in time returns the reason, and the screenshot to continue with', async () => {
  const failure = { code: 'login_wall', message: 'The page wants a sign-in.', retryable: false };
  state.ended = { ...IDS, status: 'failed', failure };

  const { status, body } = await capture();

  expect(status).toBe(422);
  expect(body.error).toMatchObject({
    code: 'CAPTURE_FAILED',
    message: failure.message,
    details: [
      { path: 'screenshotId', message: IDS.screenshotId },
      { path: 'failure.code', message: 'login_wall' },
    ],
  });
});

test.each(['queued', 'running'] as const)(
  'a capture that is still %s returns a job, which can be polled',
  async (state_) => {
    const position = state_ === 'queued' ? 2 : null;
    state.ended = { ...IDS, status: state_, position, failure: null };
    const statusUrl = `/api/screenshots/captures/${IDS.jobId}`;

    const slow = await capture();
    const later = await call('GET', `/captures/${IDS.jobId}`);

    expect(slow.status).toBe(202);
    expect(slow.body).toEqual({ ...IDS, status: state_, position, failure: null, statusUrl });
    expect(later.body).toEqual({ ...IDS, status: state_, position, failure: null });
  },
);

test('a caller may choose not to wait for the outcome', async () => {
  state.ended = { ...IDS, status: 'failed', failure: { code: 'timeout', message: 'Too slow.', retryable: true } };

  const { status, body } = await capture({ wait: false });

  expect(asked.wait?.waitMs).toBe(0);
  expect([status, body.status, body.failure.code]).toEqual([202, 'failed', 'timeout']);
});

test('a full queue responds with Retry-After', async () => {
  state.refusal = appError('RATE_LIMITED', 'Too many captures are waiting.', { retryAfterSeconds: 10 });

  const { status, headers } = await capture();

  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('10');
});

test.each([
  [{ selector: 'h1', fullPage: true }, ''],
  [{ clip: { x: 0, y: 0, width: 10_000, height: 10_000 } }, 'clip'],
  [{ clip: { x: 0, y: 0, width: 0, height: 10 } }, 'clip.width'],
  [{ viewport: { width: 319, height: 600 } }, 'viewport.width'],
  [{ viewport: { width: 800, height: 4_097 } }, 'viewport.height'],
  [{ format: 'webp' }, 'format'],
  [{ quality: 39 }, 'quality'],
  [{ consent: 'accept' }, 'consent'],
  [{ delayMs: 5_001 }, 'delayMs'],
  [{ device: 'tablet' }, 'device'],
  [{ timezone: 'Mars/Olympus' }, 'timezone'],
  [{ selector: 'a'.repeat(513) }, 'selector'],
  [{ sourceUrl: 'file:///etc/hosts' }, 'sourceUrl'],
  [{ grade: 'server_captured' }, 'grade'],
])('%j is refused before any request is made', async (fields, path) => {
  const { status, body } = await capture(fields);

  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(body.error.details.map((detail) => detail.path)).toContain(path);
  expect(asked.request).toBeNull();
});

function captured(): Screenshot {
  const at = new Date('2026-05-01T10:00:00.000Z');
  return {
    screenshotId: IDS.screenshotId,
    shortId: 'k3Tq9ZbW1xPa',
    status: 'uploaded',
    origin: 'capture',
    grade: 'server_captured',
    sourceUrl: PAGE,
    capturedAt: at,
    image: { contentType: 'image/png', bytes: 9, width: 3, height: 2, frames: 1, sha256: 'ab', warnings: [] },
    capture: {
      jobId: IDS.jobId,
      finalUrl: PAGE,
      httpStatus: 200,
      title: 'A page',
      pageChanges: [],
      durationMs: 900,
      browserVersion: '150.0',
    },
    access: { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] },
    createdAt: at,
    updatedAt: at,
    version: 2,
    degraded: [],
  };
}
