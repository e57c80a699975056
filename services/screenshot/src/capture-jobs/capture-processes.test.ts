/** Captures when processes die, stop, share the queue or lose their listener. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { testUser } from '@svc/chassis/testing/test-service';
import { noise, paint } from '@svc/images/testing/test-images';
import { ScreenshotService } from '@svc/proto/screenshot/v1/screenshot_service';
import { watchCaptures } from './capture-watch.js';
import { sweepJobs } from './sweep-jobs.js';
import { type CaptureService, PAGE, startCaptureService } from './testing/capture-service.js';

let service: CaptureService;
let image: Buffer;

beforeAll(async () => {
  service = await startCaptureService();
  image = await paint(64, 40).png().toBuffer();
});

afterEach(() => service.reset());
afterAll(() => service.stop());

/** Simulates the death of the process that holds a job; changing the lease keeps the live process from renewing it. */
const forget = (jobId: string) =>
  service.pool.query(
    `update screenshot.capture_jobs
        set lease_id = gen_random_uuid(), lease_until = now() - interval '1 second'
      where id = $1`,
    [jobId],
  );

const statusOf = async (jobId: string): Promise<string | undefined> =>
  (await service.pool.find<{ status: string }>(`select status from screenshot.capture_jobs where id = $1`, [jobId]))
    ?.status;

const readScreenshot = async (user: ReturnType<typeof testUser>, screenshotId: string) =>
  (await service.as(user, ScreenshotService).getScreenshot({ screenshotId })).screenshot;

test('lets another process capture a job whose process died', async () => {
  const user = testUser();
  const dead = service.startReplica();
  const { jobId } = await service.request(user);
  const first = await dead.browser.next();
  const living = service.startReplica();

  await forget(jobId);
  await sweepJobs(service.pool);
  const second = await Promise.race([living.browser.next(), dead.browser.next()]);
  second.succeed(image);
  const { screenshot } = await service.job(user, jobId);
  // The first process was only slow and finishes too late.
  first.succeed(await noise(8, 8));
  await dead.stop(20_000);

  expect(screenshot?.image).toMatchObject({ width: 64 });
  expect((await service.job(user, jobId)).screenshot?.image).toMatchObject({ width: 64 });
  expect(await service.attemptsOf(jobId)).toBe(2);
});

test('stores nothing and ends nothing in a process that loses its lease mid-capture', async () => {
  const user = testUser();
  const { browser, stop } = service.startReplica();
  const { jobId, screenshotId } = await service.request(user);
  const asked = await browser.next();

  await service.pool.query(`update screenshot.capture_jobs set lease_id = gen_random_uuid() where id = $1`, [jobId]);
  asked.succeed(image);
  await stop(20_000);

  expect(await readScreenshot(user, screenshotId)).toMatchObject({ status: 'processing', image: null });
  expect(await statusOf(jobId)).toBe('running');
  expect(service.linked).not.toContain(screenshotId);
});

test('fails a capture after two processes die on it', async () => {
  const user = testUser();
  const { browser } = service.startReplica();
  const { jobId } = await service.request(user);
  for (let death = 1; death <= 2; death += 1) {
    await browser.next();
    await forget(jobId);
    await sweepJobs(service.pool);
  }

  const { capture } = await service.job(user, jobId);
  expect(capture?.failure?.code).toBe('browser_crash');
});

test('does not capture again when a process died between storing the image and ending the job', async () => {
  const user = testUser();
  const first = service.startReplica();
  const { jobId, screenshotId } = await service.request(user);
  (await first.browser.next()).succeed(image);
  await service.job(user, jobId);
  await first.stop(0);
  await service.pool.query(
    `update screenshot.capture_jobs
        set status = 'running', lease_id = gen_random_uuid(), lease_until = now() - interval '1 second', finished_at = null
      where id = $1`,
    [jobId],
  );
  service.identity.ended.add(user.sessionId);
  const second = service.startReplica();

  await sweepJobs(service.pool);
  const { capture, screenshot } = await service.job(user, jobId);

  expect(capture).toMatchObject({ status: 'captured', failure: null });
  expect(screenshot).toMatchObject({ screenshotId, status: 'uploaded' });
  expect(second.browser.asked).toEqual([]);
});

test('requeues running jobs without counting an attempt when a process stops, even if the browser hangs', async () => {
  const user = testUser();
  const stopped = service.startReplica();
  const { jobId } = await service.request(user);
  const { signal } = await stopped.browser.next();

  await stopped.stop(0);

  expect(signal.aborted).toBe(true);
  expect((await service.job(user, jobId, 0)).capture).toMatchObject({ status: 'queued', position: 0 });
  expect(await service.attemptsOf(jobId)).toBe(0);
});

test('fails a page after two processes crashed with an error while capturing it', async () => {
  const user = testUser();
  const { jobId } = await service.request(user);
  for (let end = 1; end <= 2; end += 1) {
    const failing = service.startReplica();
    await failing.browser.next();
    await failing.stop(0, true);
  }

  const { capture } = await service.job(user, jobId);

  expect(capture).toMatchObject({ status: 'failed', failure: { code: 'browser_crash' } });
});

test('finishes running jobs but takes no new ones while draining', async () => {
  const user = testUser();
  const draining = service.startReplica();
  const inHand = await service.request(user);
  const asked = await draining.browser.next();

  draining.stopClaiming();
  const left = await service.request(user);
  asked.succeed(image);

  expect((await service.job(user, inHand.jobId)).capture?.status).toBe('captured');
  await draining.stop(20_000);
  expect(await statusOf(left.jobId)).toBe('queued');
  expect(draining.browser.asked).toHaveLength(1);
});

test('waits for running jobs when stopping, and takes no others', async () => {
  const user = testUser();
  const { browser, stop } = service.startReplica();
  const [one, two, three] = [await service.request(user), await service.request(user), await service.request(user)];
  const inHand = [await browser.next(), await browser.next()];

  const stopping = stop(20_000);
  for (const asked of inHand) asked.succeed(image);
  await stopping;

  expect([await statusOf(one.jobId), await statusOf(two.jobId), await statusOf(three.jobId)]).toEqual([
    'captured',
    'captured',
    'queued',
  ]);
});

test('fails an unclaimed capture after half a minute, even without any browser', async () => {
  const user = testUser();
  const { jobId, screenshotId } = await service.request(user);
  await service.pool.query(`update screenshot.capture_jobs set queued_at = now() - interval '31 seconds'`);

  await sweepJobs(service.pool);

  expect((await service.job(user, jobId)).capture?.failure).toMatchObject({ code: 'timeout', retryable: true });
  expect(await readScreenshot(user, screenshotId)).toMatchObject({ status: 'failed' });
});

test('serves another user after one capture of a user with many queued', async () => {
  const [greedy, modest] = [testUser(), testUser()];
  await service.request(greedy, { sourceUrl: `${PAGE}?greedy` });
  const { jobId } = await service.request(modest, { sourceUrl: `${PAGE}?modest` });
  await service.pool.query(
    `insert into screenshot.capture_jobs (id, screenshot_id, user_id, grant_kind, grant_id, request, queued_at)
     select gen_random_uuid(), screenshot_id, user_id, grant_kind, grant_id, request, queued_at
       from screenshot.capture_jobs cross join generate_series(1, 29)
      where user_id = $1`,
    [greedy.userId],
  );
  const { capture } = await service.job(modest, jobId, 0);

  const { browser } = service.startReplica();
  const asked = [await browser.next(), await browser.next()];

  expect(capture?.position).toBe(1);
  // Two pages open at once, in either order.
  expect(new Set(asked.map(({ request }) => request.sourceUrl))).toEqual(new Set([`${PAGE}?greedy`, `${PAGE}?modest`]));
});

test('shares the queue between two processes, two pages each, without capturing a page twice', async () => {
  const users = [testUser(), testUser(), testUser(), testUser(), testUser()];
  const replicas = [service.startReplica(), service.startReplica()] as const;
  const jobs = await Promise.all(users.map((user) => service.request(user, { sourceUrl: `${PAGE}?${user.userId}` })));
  await eventually(() => expect(replicas.map(({ browser }) => browser.asked.length)).toEqual([2, 2]));
  const waiting = (await Promise.all(jobs.map(({ jobId }, index) => service.job(users[index]!, jobId, 0)))).filter(
    ({ capture }) => capture?.status === 'queued',
  );

  replicas[0].browser.asked[0]?.succeed(image);
  await eventually(() => expect(replicas[0].browser.asked).toHaveLength(3));

  expect(waiting).toHaveLength(1);
  expect(waiting[0]?.capture?.position).toBe(0);
  const pages = replicas.flatMap(({ browser }) => browser.asked.map(({ request }) => request.sourceUrl));
  expect(new Set(pages).size).toBe(5);
});

test('stops waiting callers when the listener loses its connection', async () => {
  const proxy = await createTcpProxy(service.databaseUrl);
  const watch = watchCaptures(proxy.through(service.databaseUrl), silentLog);
  try {
    const isHeard = { value: false };
    watch.onQueued(() => (isHeard.value = true));
    await eventually(async () => {
      await service.pool.query(`select pg_notify('capture_jobs', 'queued ' || gen_random_uuid())`);
      expect(isHeard.value).toBe(true);
    });
    const waiting = watch.waitForEnd(randomUUID(), 600_000, new AbortController().signal);

    proxy.cut();

    await waiting;
  } finally {
    await watch.stop();
    await proxy.close();
  }
});
