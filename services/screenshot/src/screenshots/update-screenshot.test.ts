import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import type { UpdateScreenshotRequest } from '@svc/proto/screenshot/v1/screenshot_service';
import { reserve } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import type { CaptureFacts } from './screenshot.js';

const CAPTURE: CaptureFacts = {
  jobId: '0190f3a0-0000-7000-8000-000000000000',
  finalUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  httpStatus: 200,
  title: 'A video',
  remoteAddress: null,
  pageChanges: [],
  durationMs: 1_200,
  browserVersion: '140',
};

let service: ScreenshotService;
let user: SignedInPrincipal;
let id: string;

beforeAll(async () => {
  service = await startScreenshot();
});

beforeEach(async () => {
  user = testUser();
  id = await reserve(service, user, { sourceUrl: 'https://youtu.be/dQw4w9WgXcQ', note: 'First' });
});

afterAll(() => service?.stop());

const update = (change: Omit<UpdateScreenshotRequest, 'screenshotId'>) =>
  service.shots(user).updateScreenshot({ screenshotId: id, ...change });

const history = () =>
  service.pool.list<{ views: number | null; source: string | null; changedBy: string }>(
    `select detected_views as views, detected_detail ->> 'source' as source, changed_by as "changedBy"
       from screenshot.detected_view_history where screenshot_id = $1 order by changed_at, id`,
    [id],
  );

/** Simulates a capture by our own browser. */
async function captured(): Promise<void> {
  await service.pool.query(
    `update screenshot.screenshots
        set capture = $2, captured_at = '2026-05-01T10:00:00Z', detected_views = 12300,
            detected_detail = '{"source":"dom_text","rawText":"12.3K views","conflict":false}'
      where id = $1`,
    [id, CAPTURE],
  );
}

test.each([['https://example.com/clip'], [undefined]])(
  'keeps the stated platform when the same page %s is sent again',
  async (sourceUrl) => {
    id = await reserve(service, user, { platform: 'vimeo', ...(sourceUrl === undefined ? {} : { sourceUrl }) });

    const { screenshot } = await update({ updateMask: ['source_url'], sourceUrl });

    expect(screenshot).toMatchObject({ platform: 'vimeo', version: 1 });
  },
);

test('changes only the named fields and ignores an update without changes', async () => {
  const changed = await update({
    updateMask: ['note', 'source_url'],
    sourceUrl: 'https://www.tiktok.com/@a/video/7450000000000000000',
  });
  const same = await update({
    updateMask: ['note', 'source_url'],
    sourceUrl: 'https://www.tiktok.com/@a/video/7450000000000000000',
  });

  expect(changed.screenshot).toMatchObject({
    note: null,
    sourceUrl: 'https://www.tiktok.com/@a/video/7450000000000000000',
    version: 2,
  });
  expect(changed.screenshot).toMatchObject({ canonicalKey: 'tiktok:7450000000000000000', platform: 'tiktok' });
  expect(same).toEqual(changed);
});

test('clears the canonical key and platform together with the page', async () => {
  const { screenshot } = await update({ updateMask: ['source_url'] });

  expect(screenshot).toMatchObject({ sourceUrl: null, canonicalKey: null, platform: null });
});

test('keeps replaced counts in the history, and marks new ones as stated', async () => {
  await captured();

  const stated = await update({ updateMask: ['detected_views'], detectedViews: 12_345 });
  await update({ updateMask: ['detected_views'], detectedViews: 12_345 });
  const cleared = await update({ updateMask: ['detected_views'] });

  expect(stated.screenshot).toMatchObject({
    detectedViews: 12_345,
    detectedViewsDetail: { source: 'operator', precision: null, conflict: false },
  });
  expect(cleared.screenshot).toMatchObject({ detectedViews: null, detectedViewsDetail: null });
  expect(await history()).toEqual([
    { views: 12_300, source: 'dom_text', changedBy: user.userId },
    { views: 12_345, source: 'operator', changedBy: user.userId },
  ]);
});

test('refuses to change the page and time of a capture, but not its note', async () => {
  await captured();
  const conflict = { code: 'CONFLICT' };

  const page = update({ updateMask: ['source_url', 'note'], sourceUrl: 'https://vimeo.com/1', note: 'No' });
  await expect(page).rejects.toMatchObject(conflict);
  await expect(update({ updateMask: ['captured_at'], capturedAt: new Date() })).rejects.toMatchObject(conflict);
  const { screenshot } = await update({
    updateMask: ['source_url', 'note'],
    sourceUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    note: 'Yes',
  });

  expect(screenshot).toMatchObject({ note: 'Yes', sourceUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' });
});

test('refuses an outdated version and read-only fields', async () => {
  await update({ updateMask: ['note'], note: 'Second', expectedVersion: 1 });

  await expect(update({ updateMask: ['note'], note: 'Third', expectedVersion: 1 })).rejects.toMatchObject({
    kind: 'stale',
    code: 'VERSION_CONFLICT',
  });
  for (const field of ['grade', 'owner_id', 'deal_id', 'status', 'short_id']) {
    await expect(update({ updateMask: [field] })).rejects.toMatchObject({ details: [{ path: field }] });
  }
  await expect(update({ updateMask: ['source_url'], sourceUrl: 'ftp://a.example' })).rejects.toMatchObject({
    details: [{ path: 'sourceUrl' }],
  });
  const { screenshot } = await service.shots(user).getScreenshot({ screenshotId: id });
  expect(screenshot).toMatchObject({ note: 'Second', version: 2, grade: null });
});

test.each(['0000-01-01T00:00:00Z', '2004-12-30T00:00:00Z', '2999-01-01T00:00:00Z'])(
  'refuses %s as the capture time',
  async (time) => {
    const change = update({ updateMask: ['captured_at', 'note'], capturedAt: new Date(time), note: 'No' });

    await expect(change).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'capturedAt' }] });
    const { screenshot } = await update({ updateMask: ['captured_at'], capturedAt: new Date('2026-05-01T10:00:00Z') });
    expect(screenshot).toMatchObject({ note: 'First', capturedAt: new Date('2026-05-01T10:00:00Z') });
  },
);

test('applies one of two concurrent updates of the same version', async () => {
  const changes = ['A', 'B'].map((note) => update({ updateMask: ['note'], note, expectedVersion: 1 }));

  const outcomes = await Promise.allSettled(changes);

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
