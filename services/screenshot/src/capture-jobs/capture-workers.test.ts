import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import { eventually } from '@svc/chassis/testing/eventually';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { noise, paint } from '@svc/images/testing/test-images';
import { ScreenshotService } from '@svc/proto/screenshot/v1/screenshot_service';
import { NoBrowser } from '../capture/browser-pool.js';
import { type CaptureService, PAGE, startCaptureService } from './testing/capture-service.js';

let service: CaptureService;
let image: Buffer;

beforeAll(async () => {
  service = await startCaptureService();
  image = await paint(64, 40).png().toBuffer();
});

afterEach(() => service.reset());
afterAll(() => service.stop());

const readScreenshot = async (user: ReturnType<typeof testUser>, screenshotId: string) =>
  (await service.as(user, ScreenshotService).getScreenshot({ screenshotId })).screenshot;

test('stores a captured page as the image of its screenshot, with findings and page changes', async () => {
  const user = testUser();
  const { browser } = service.startReplica();
  const { jobId, screenshotId } = await service.request(user, { viewportWidth: 900, device: 'mobile', delayMs: 70 });
  const asked = await browser.next();

  asked.succeed(image);
  const { capture, screenshot } = await service.job(user, jobId);

  expect(asked.request).toMatchObject({ sourceUrl: PAGE, viewport: { width: 900 }, device: 'mobile', delayMs: 70 });
  expect(capture).toMatchObject({ status: 'captured', screenshotId });
  expect(screenshot).toMatchObject({
    screenshotId,
    status: 'uploaded',
    grade: 'server_captured',
    origin: 'capture',
    sourceUrl: PAGE,
    capturedAt: new Date('2026-05-01T10:00:00.000Z'),
    image: { contentType: 'image/png', width: 64, height: 40, warnings: ['HEIGHT_CUT'] },
    capture: { jobId, httpStatus: 200, pageChanges: ['consent_rejected'], browserVersion: '150.0' },
    detectedViewsDetail: { conflict: false, reason: 'not_a_view_count' },
  });
  expect(service.linked).toContain(screenshotId);
});

test('stores why a page cannot be captured and does not retry it', async () => {
  const user = testUser();
  const { browser } = service.startReplica();
  const { jobId, screenshotId } = await service.request(user);

  (await browser.next()).fail('login_wall');
  const { capture } = await service.job(user, jobId);

  expect(capture).toMatchObject({ status: 'failed', failure: { code: 'login_wall', retryable: false } });
  expect(await readScreenshot(user, screenshotId)).toMatchObject({
    status: 'failed',
    failure: { code: 'login_wall' },
    image: null,
  });
  expect(browser.asked).toHaveLength(1);
});

test('fails a capture whose image is too large to store', async () => {
  const user = testUser();
  const { browser } = service.startReplica();
  const { jobId } = await service.request(user);

  (await browser.next()).succeed(await noise(900, 900));

  const { capture } = await service.job(user, jobId);
  expect(capture).toMatchObject({ status: 'failed', failure: { code: 'response_too_large' } });
});

test('retries an interrupted job once, then fails it as a crash', async () => {
  const user = testUser();
  const { browser } = service.startReplica();
  const { jobId } = await service.request(user);

  (await browser.next()).reject(new Error('The browser is gone.'));
  (await browser.next()).reject(new Error('The browser is gone.'));

  const { capture } = await service.job(user, jobId);
  expect(capture?.failure).toMatchObject({ code: 'browser_crash', retryable: true });
  expect(browser.asked).toHaveLength(2);
});

test('retries a capture whose image decoder was killed, counting one attempt', async () => {
  const user = testUser();
  const { browser } = service.startReplica();
  await service.images.takeBytes(await noise(8, 8));
  const pids = service.images.decoderPids();
  const { jobId } = await service.request(user);
  const asked = await browser.next();

  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  asked.succeed(image);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  (await browser.next()).succeed(image);

  expect((await service.job(user, jobId)).screenshot?.image).toMatchObject({ width: 64 });
  expect(await service.attemptsOf(jobId)).toBe(2);
});

test('retries a browser that does not start without counting an attempt', async () => {
  const user = testUser();
  const { browser } = service.startReplica();
  const { jobId } = await service.request(user);

  (await browser.next()).reject(appError('UNAVAILABLE', 'Pages cannot be captured right now.'));
  (await browser.next()).succeed(image);

  expect((await service.job(user, jobId)).capture?.status).toBe('captured');
  expect(await service.attemptsOf(jobId)).toBe(1);
});

const withoutBrowser = () => appError('UNAVAILABLE', 'Pages cannot be captured right now.', { cause: new NoBrowser() });

test('hands a job to another process when the browser does not start, without counting an attempt', async () => {
  const user = testUser();
  const broken = service.startReplica();
  const { jobId } = await service.request(user);
  const asked = await broken.browser.next();

  const working = service.startReplica();
  await eventually(async () => expect(await service.signs()).toBe(2));
  asked.reject(withoutBrowser());
  (await working.browser.next()).succeed(image);

  expect((await service.job(user, jobId)).capture?.status).toBe('captured');
  expect(await service.attemptsOf(jobId)).toBe(1);
  expect(broken.browser.asked).toHaveLength(1);
});

test('takes the job once a browser that failed to start does start', async () => {
  const user = testUser();
  const { browser } = service.startReplica();
  const { jobId } = await service.request(user);

  (await browser.next()).reject(withoutBrowser());
  (await browser.next()).succeed(image);

  expect((await service.job(user, jobId)).capture?.status).toBe('captured');
  expect(await service.attemptsOf(jobId)).toBe(1);
});

test('fails a hung capture on time, retires its browser, and makes room for the next one', async () => {
  const user = testUser();
  const { browser, stop } = service.startReplica({ jobMsMax: 2_000 });
  const hung = [await service.request(user), await service.request(user)];
  await browser.next();
  await browser.next();

  for (const { jobId } of hung)
    expect((await service.job(user, jobId)).capture?.failure).toMatchObject({ code: 'timeout', retryable: true });
  const { jobId } = await service.request(user);
  (await browser.next()).succeed(image);

  expect((await service.job(user, jobId)).capture?.status).toBe('captured');
  expect(browser.retired).toBe(2);
  await stop(0);
});

test('fails a capture once a dependency has been unavailable for too long', async () => {
  const user = testUser();
  const { browser } = service.startReplica({ patienceMs: 0 });
  const { jobId } = await service.request(user);

  (await browser.next()).reject(appError('UNAVAILABLE', 'Pages cannot be captured right now.'));

  const { capture } = await service.job(user, jobId);
  const message = 'Pages cannot be captured right now.';
  expect(capture?.failure).toEqual({ code: 'timeout', message, retryable: true });
});

test('captures nothing and fails nothing while identity is unavailable', async () => {
  const user = testUser();
  service.identity.isAway = true;
  const { browser } = service.startReplica();
  const { jobId } = await service.request(user);
  const askedBefore = service.identity.asked;
  await eventually(() => expect(service.identity.asked).toBeGreaterThan(askedBefore + 1));
  const askedMeanwhile = browser.asked.length;

  service.identity.isAway = false;
  (await browser.next()).succeed(image);

  expect(askedMeanwhile).toBe(0);
  expect((await service.job(user, jobId)).capture?.status).toBe('captured');
  expect(await service.attemptsOf(jobId)).toBe(1);
});

test('keeps the image when identity becomes unavailable during a capture', async () => {
  const user = testUser();
  const { browser } = service.startReplica();
  const { jobId } = await service.request(user);
  const asked = await browser.next();

  service.identity.isAway = true;
  const askedBefore = service.identity.asked;
  asked.succeed(image);
  await eventually(() => expect(service.identity.asked).toBeGreaterThan(askedBefore));
  service.identity.isAway = false;

  expect((await service.job(user, jobId)).capture?.status).toBe('captured');
  expect(browser.asked).toHaveLength(1);
});

test('cancels a queued capture without opening the page when its session or agent connection ended', async () => {
  const user = testUser();
  const agent = testAgent({}, ['svc.write.low_risk']);
  const ofUser = await service.request(user);
  const ofAgent = await service.request(agent);

  service.identity.ended.add(user.sessionId).add(agent.agent.requestId);
  const { browser } = service.startReplica();

  for (const [caller, { jobId }] of [
    [user, ofUser],
    [agent, ofAgent],
  ] as const)
    expect((await service.job(caller, jobId)).capture).toMatchObject({
      status: 'failed',
      failure: { code: 'cancelled' },
    });
  expect(browser.asked).toEqual([]);
  expect(await readScreenshot(user, ofUser.screenshotId)).toMatchObject({ status: 'failed', image: null });
});

test('stores no image when the session ends during a capture', async () => {
  const user = testUser();
  const { browser } = service.startReplica();
  const { jobId, screenshotId } = await service.request(user);
  const asked = await browser.next();

  service.identity.ended.add(user.sessionId);
  asked.succeed(image);

  expect((await service.job(user, jobId)).capture?.failure?.code).toBe('cancelled');
  expect(await readScreenshot(user, screenshotId)).toMatchObject({ status: 'failed', image: null });
});

test('keeps a screenshot deleted when it was deleted while its capture was queued or running', async () => {
  const user = testUser();
  const shots = service.as(user, ScreenshotService);
  const waiting = await service.request(user);
  await shots.deleteScreenshot({ screenshotId: waiting.screenshotId });
  const { browser } = service.startReplica();
  const { jobId, screenshotId } = await service.request(user);
  const asked = await browser.next();

  await shots.deleteScreenshot({ screenshotId });
  asked.succeed(image);

  for (const id of [waiting.jobId, jobId])
    expect((await service.job(user, id)).capture).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
  expect(asked.request.sourceUrl).toBe(PAGE);
  expect(browser.asked).toHaveLength(1);
  expect(await readScreenshot(user, screenshotId)).toMatchObject({ status: 'deleted', image: null });
});

test('aborts the running job of a removed account', async () => {
  const user = testUser();
  const { browser } = service.startReplica({ leaseBeatMs: 20 });
  await service.request(user);
  const { signal } = await browser.next();

  await service.pool.query(`delete from screenshot.screenshots where owner_id = $1`, [user.userId]);

  await eventually(() => expect(signal.aborted).toBe(true));
});
