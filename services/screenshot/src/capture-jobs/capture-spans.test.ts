import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordSpans } from '@svc/chassis/testing/recorded-spans';
import { testUser } from '@svc/chassis/testing/test-service';
import { testHeadlessShell } from '@svc/guarded-browser/testing/test-chromium';
import { testS3Options } from '@svc/objects/testing/test-object-store';
import { openTestBrowser, type TestBrowser } from '../capture/testing/test-browser.js';
import { type CaptureService, startCaptureService } from './testing/capture-service.js';

const { spans, stop } = recordSpans();
let browser: TestBrowser;
let service: CaptureService;

beforeAll(async () => {
  browser = await openTestBrowser({ chromium: testHeadlessShell() });
  service = await startCaptureService({ objects: testS3Options(), allowed: [browser.pages.target] });
});

afterAll(async () => {
  await service.stop();
  await browser.close();
  stop();
});

test('traces the steps of a capture down to the object store without revealing the page', async () => {
  const user = testUser();
  const sourceUrl = browser.pages.put('/a-page-that-no-trace-may-hold', '<title>A secret title</title><h1>Page</h1>');
  service.startReplica({ browser });

  const { jobId } = await service.request(user, { sourceUrl });
  const { capture, screenshot } = await service.job(user, jobId);

  expect(capture).toMatchObject({ status: 'captured' });
  const steps = spans.filter(({ parent }) => parent === 'capture job').map(({ name }) => name);
  expect(steps).toEqual(expect.arrayContaining(['capture navigation', 'capture consent', 'capture shot', 'S3 put']));
  // The original, the display image and three thumbnails.
  expect(steps.filter((name) => name === 'S3 put')).toHaveLength(5);
  const job = spans.find(({ name }) => name === 'capture job');
  expect(job).toMatchObject({ attributes: { 'svc.capture.job': jobId, 'svc.capture.attempt': 1 } });
  const everything = JSON.stringify(spans);
  const secrets = ['a-page-that-no-trace-may-hold', 'secret title', screenshot?.image?.sha256, user.userId];
  for (const secret of secrets) expect(everything).not.toContain(secret);
});
