import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { paint } from '@svc/images/testing/test-images';
import { ScreenshotService } from '@svc/proto/screenshot/v1/screenshot_service';
import { type CaptureService, PAGE, requestOf, startCaptureService } from './testing/capture-service.js';

let service: CaptureService;
let image: Buffer;

const RESERVED = { createShortLink: false };
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

beforeAll(async () => {
  service = await startCaptureService({ triesAnHour: 8 });
  image = await paint(64, 40).png().toBuffer();
});

afterEach(() => service.reset());
afterAll(() => service.stop());

const shots = (user: ReturnType<typeof testUser>) => service.as(user, ScreenshotService);

async function reserve(user: ReturnType<typeof testUser>): Promise<string> {
  const { screenshot } = await shots(user).reserveScreenshot(RESERVED);
  return screenshot?.screenshotId ?? '';
}

const read = async (user: ReturnType<typeof testUser>, screenshotId: string) =>
  (await shots(user).getScreenshot({ screenshotId })).screenshot;

const countJobs = async (): Promise<number> =>
  (await service.pool.find<{ count: number }>('select count(*)::int as count from screenshot.capture_jobs'))?.count ??
  0;

test.each([
  ['http://2130706433/', 'a public host'],
  ['http://0x7f.1/', 'a public host'],
  ['http://[::ffff:127.0.0.1]/', 'a public host'],
  ['http://[::7f00:1]/', 'a public host'],
  ['http://localhost/', 'a public host'],
  ['http://router.home.arpa/', 'a public host'],
  ['file:///etc/hosts', 'an http or https address'],
  ['http://ok.example.com:22/', 'a port other than 80 and 443'],
  ['https://dealbridge.example/api', 'to this product'],
  ['https://user:secret@www.example.com/', 'a user name or password'],
])('refuses a page at %s before queueing it', async (sourceUrl, why) => {
  const refused = service.captures(testUser()).requestCapture(requestOf({ sourceUrl }));

  await expect(refused).rejects.toMatchObject({
    code: 'TARGET_NOT_ALLOWED',
    kind: 'invalid_input',
    message: expect.stringContaining(why),
    details: [{ path: 'sourceUrl', message: expect.stringMatching(/^`sourceUrl` /) }],
  });
  expect(await countJobs()).toBe(0);
});

test('refuses a capture URL that is not the page to prove', async () => {
  const user = testUser();
  const ask = (sourceUrl: string, captureUrl: string) => service.request(user, { sourceUrl, captureUrl });

  await expect(ask(VIDEO, 'https://www.youtube.com/watch?v=aaaaaaaaaaa')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [expect.objectContaining({ path: 'captureUrl' })],
  });
  await expect(ask(PAGE, 'http://127.0.0.1/page')).rejects.toMatchObject({ code: 'TARGET_NOT_ALLOWED' });
  await expect(ask(VIDEO, 'https://youtu.be/dQw4w9WgXcQ?t=81')).resolves.toMatchObject({ status: 'queued' });
  await expect(ask(PAGE, `${PAGE}?page=2`)).resolves.toMatchObject({ status: 'queued' });
});

test.each(['div[', 'text=Views', '//h1', 'h1 >> b'])('refuses %s as a selector', async (selector) => {
  for (const field of ['selector', 'waitForSelector'])
    await expect(service.request(testUser(), { [field]: selector })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [expect.objectContaining({ path: field })],
    });
});

test('stores a video under its canonical URL, linked to its deal and video', async () => {
  const user = testUser();
  const [dealId, videoId] = [randomUUID(), randomUUID()];
  service.deals.set(dealId, [videoId]);

  const { screenshotId } = await service.request(user, {
    sourceUrl: 'https://youtu.be/dQw4w9WgXcQ?si=x',
    dealId,
    videoId,
  });

  expect(await read(user, screenshotId)).toMatchObject({
    status: 'processing',
    origin: 'capture',
    sourceUrl: VIDEO,
    canonicalKey: 'youtube:dQw4w9WgXcQ',
    dealId,
    videoId,
  });
});

test('refuses to capture for a deal that the caller cannot see', async () => {
  const dealId = randomUUID();

  await expect(service.request(testUser(), { dealId })).rejects.toMatchObject({ code: 'NOT_FOUND' });

  expect(await countJobs()).toBe(0);
});

test('gives a reserved screenshot its image, deal link and short link', async () => {
  const user = testUser();
  const dealId = randomUUID();
  service.deals.set(dealId, []);
  const reserved = await reserve(user);
  const { browser } = service.startReplica();

  const wanted = { screenshotId: reserved, dealId, createShortLink: true };
  const { jobId, screenshotId } = await service.request(user, wanted);
  (await browser.next()).succeed(image);
  const { screenshot } = await service.job(user, jobId);

  expect(screenshotId).toBe(reserved);
  expect(screenshot).toMatchObject({ status: 'uploaded', dealId, sourceUrl: PAGE, degraded: ['short_links'] });
  const { rows } = await service.pool.query(
    `select topic from screenshot.outbox_messages where payload ->> 'screenshotId' = $1`,
    [reserved],
  );
  expect(rows).toEqual([{ topic: 'photo_link_wanted' }]);
});

test('captures a failed screenshot again, into the same record', async () => {
  const user = testUser();
  const { browser } = service.startReplica();
  const first = await service.request(user);
  (await browser.next()).fail('timeout');
  await service.job(user, first.jobId);

  const again = await service.request(user, { screenshotId: first.screenshotId });
  (await browser.next()).succeed(image);
  const { screenshot } = await service.job(user, again.jobId);

  expect(again.jobId).not.toBe(first.jobId);
  expect(screenshot).toMatchObject({ screenshotId: first.screenshotId, status: 'uploaded', failure: null });
});

test("refuses to capture into a screenshot that has an image, is in progress, or is another user's", async () => {
  const [user, stranger] = [testUser(), testUser()];
  const { browser } = service.startReplica();
  const { jobId, screenshotId } = await service.request(user);
  const again = (who = user) => service.request(who, { screenshotId });

  await expect(again()).rejects.toMatchObject({ code: 'SCREENSHOT_UPLOAD_IN_PROGRESS' });
  (await browser.next()).succeed(image);
  await service.job(user, jobId);

  await expect(again()).rejects.toMatchObject({ code: 'SCREENSHOT_ALREADY_UPLOADED' });
  await expect(again(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await shots(user).deleteScreenshot({ screenshotId });
  await expect(again()).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('captures once per idempotency key', async () => {
  const user = testUser();
  const captures = service.captures(user, { idempotencyKey: randomUUID(), operation: 'screenshots.capture' });

  const first = await captures.requestCapture(requestOf());
  const second = await captures.requestCapture(requestOf());

  expect(second.capture?.jobId).toBe(first.capture?.jobId);
  expect(await countJobs()).toBe(1);
  await expect(captures.requestCapture(requestOf({ fullPage: true }))).rejects.toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
});

test('lets an agent capture for its user only with the write scope', async () => {
  const user = testUser();
  const agentWith = (...scopes: string[]) => {
    const { agent } = testAgent({}, scopes);
    return testAgent({ userId: user.userId, agent });
  };
  const { browser } = service.startReplica();

  await expect(service.request(agentWith('svc.read'))).rejects.toMatchObject({ kind: 'forbidden' });
  const { jobId, screenshotId } = await service.request(agentWith('svc.write.low_risk'));
  (await browser.next()).succeed(image);

  expect((await service.job(user, jobId)).capture?.status).toBe('captured');
  expect(await read(user, screenshotId)).toMatchObject({ grade: 'server_captured', access: { role: 'owner' } });
});

test('queues five captures of a user and twenty in all, plus one of each further user', async () => {
  const users = [testUser(), testUser(), testUser(), testUser()];
  const refusal = (message: string) => ({
    code: 'CAPTURE_CAPACITY',
    kind: 'rate_limited',
    message: expect.stringContaining(message),
    retryAfterSeconds: 10,
  });
  for (const user of users) for (let count = 0; count < 5; count += 1) await service.request(user);

  await expect(service.request(users[0]!)).rejects.toMatchObject(refusal('5 of your captures'));
  const further = testUser();
  await service.request(further);
  await expect(service.request(further)).rejects.toMatchObject(refusal('Too many captures are waiting'));
  expect(await countJobs()).toBe(21);
});

test('enforces the queue limit under concurrent requests', async () => {
  const user = testUser();

  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => service.request(user)));

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});

test("counts captures per hour for a user and the user's agents together, without invalid requests", async () => {
  const user = testUser();
  const agent = testAgent({ userId: user.userId }, ['svc.write.low_risk']);
  const forget = () => service.pool.query(`delete from screenshot.capture_jobs`);
  for (let count = 0; count < 4; count += 1) {
    await service.request(user);
    await service.request(user, { sourceUrl: 'http://127.0.0.1/' }).catch(() => undefined);
    await service.request(agent);
    await forget();
  }

  await expect(service.request(user)).rejects.toMatchObject({ code: 'RATE_LIMITED', kind: 'rate_limited' });
  await expect(service.request(testUser())).resolves.toMatchObject({ status: 'queued' });
});

test('queues nothing without a browser', async () => {
  service.hasBrowser = false;

  await expect(service.request(testUser())).rejects.toMatchObject({ code: 'UNAVAILABLE', kind: 'unavailable' });

  expect(await countJobs()).toBe(0);
});

test('shows a capture and its position in the queue to its owner only', async () => {
  const [user, other] = [testUser(), testUser()];
  const first = await service.request(user);
  const second = await service.request(user);

  await expect(service.job(other, first.jobId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await service.job(user, second.jobId, 0)).capture).toEqual({
    jobId: second.jobId,
    screenshotId: second.screenshotId,
    status: 'queued',
    position: 1,
    failure: null,
  });
});

test('returns a running capture when the wait is over', async () => {
  const user = testUser();
  const { browser } = service.startReplica();
  const { jobId, screenshotId } = await service.request(user);
  await browser.next();

  const { capture, screenshot } = await service.job(user, jobId, 30);

  expect(capture).toEqual({ jobId, screenshotId, status: 'running', position: null, failure: null });
  expect(screenshot).toBeNull();
});
