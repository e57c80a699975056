/** @lane waiting */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTcpProxy, type TcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { type MailServer, startMailServer } from '@svc/identity/testing/mail-server';
import type { ServiceName } from '@svc/topology/processes';
import { type OwnStack, startOwnStack } from '../../own-stack.ts';
import type { Session } from '../../stack.ts';
import {
  type AnswerOf,
  daysAgo,
  type Deal,
  type ErrorAnswer,
  type ImportAnswer,
  type List,
  type Video,
  videoUrl,
  type ViewLog,
} from '../answers.ts';
import { wantRemindersForLong } from '../database.ts';
import { checkInstallation } from './check-installation.ts';

const SENDERS = 24;
const TAKEN_BEFORE_KILL = 6;

let proxy: TcpProxy;
let mailServer: MailServer;
let stack: OwnStack;
let manager: Session;

beforeAll(async () => {
  mailServer = await startMailServer();
  stack = await startOwnStack('kills', {
    without: ['shortener', 'screenshot', 'copilot'],
    environment: { PG_POOL_MAX: '5', SMTP_URL: mailServer.url },
    throughProxy: async (adminUrl) => {
      proxy = await createTcpProxy(adminUrl);
      return proxy.through(adminUrl);
    },
  });
  manager = await stack.signUp();
});

afterEach(() => stack.waitUntilReady());

afterAll(async () => {
  await stack.stop();
  await proxy.close();
  await mailServer.close();
});

async function importVideos(promoCode: string, urls: readonly string[]) {
  return manager.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: daysAgo(2),
    collections: [{ promoCode, urls }],
  });
}

/**
 * Sends concurrent requests, kills the process after some succeed, and continues until one fails, so that the kill always hits requests in flight.
 * Returns the answers by request number.
 */
async function killDuring<Answer extends { status: number }>(
  name: ServiceName,
  send: (number: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let sent = 0;
  let taken = 0;
  let refused = false;
  async function sender() {
    while (!refused) {
      const number = sent++;
      const answer = await send(number);
      answers[number] = answer;
      refused ||= answer.status >= 500;
      if (answer.status >= 300) continue;
      taken += 1;
      if (taken % TAKEN_BEFORE_KILL === 0 && !refused) stack.kill(name, 'SIGKILL');
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender));
  await stack.waitUntilReady();
  return answers;
}

async function all<Item>(path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const separator = path.includes('?') ? '&' : '?';
    const { body } = await manager.get<List<Item>>(`${path}${separator}limit=200&offset=${items.length}`);
    items.push(...body.items);
    if (items.length >= body.total || body.items.length === 0) return items;
  }
}

test('deal killed during imports keeps acknowledged imports and leaves none half done', async () => {
  const videos = 20;
  const answers = await killDuring('deal', (number) =>
    importVideos(
      `KILL${number}`,
      Array.from({ length: videos }, (_, index) => videoUrl(number * 100 + index)),
    ),
  );

  const deals = new Map((await all<Deal>('/api/deals')).map((deal) => [deal.promoCode, deal]));
  for (const [number, { status }] of answers.entries()) {
    const code = `KILL${number}`;
    const stored = deals.get(code)?.videoCount ?? 0;
    expect([code, status === 200 ? stored : stored % videos]).toEqual([code, status === 200 ? videos : 0]);
    if (stored > 0) expect(await all<Video>(`/api/deals/${deals.get(code)!.id}/videos`)).toHaveLength(videos);
  }
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(answers.some(({ status }) => status >= 500)).toBe(true);
});

test('viewcheck killed during writes loses no acknowledged view log, and deal catches up within seconds', async () => {
  const { body } = await importVideos(
    'READ',
    Array.from({ length: 4 }, (_, index) => videoUrl(90_000 + index)),
  );
  const { dealId, videos } = body.deals[0]!;
  const answers = await killDuring('viewcheck', (number) => {
    const { videoId } = videos[number % videos.length]!;
    const checkedAt = new Date(Date.UTC(2026, 0, 10, 0, number)).toISOString();
    return manager.post<ViewLog>(`/api/deals/${dealId}/views`, { videoId, value: number + 1, checkedAt });
  });

  const logs = await all<ViewLog & { checkedAt: string }>(`/api/deals/${dealId}/views`);
  const stored = new Set(logs.map(({ id }) => id));
  const lost = answers.filter(({ status, body: log }) => status === 201 && !stored.has(log.id));
  expect(lost).toEqual([]);
  expect(answers.some(({ status }) => status === 201)).toBe(true);
  expect(answers.some(({ status }) => status >= 500)).toBe(true);

  const newest = new Map<string, number>();
  for (const log of logs.toSorted((left, right) => (left.checkedAt < right.checkedAt ? -1 : 1))) {
    newest.set(log.videoId, log.value);
  }
  await eventually(async () => {
    const inDeal = await all<Video>(`/api/deals/${dealId}/videos`);
    expect(new Map(inDeal.map(({ id, latestValue }) => [id, latestValue ?? undefined]))).toEqual(
      new Map(videos.map(({ videoId }) => [videoId, newest.get(videoId)])),
    );
    const total = [...newest.values()].reduce((sum, value) => sum + value, 0);
    expect((await manager.get<Deal>(`/api/deals/${dealId}`)).body.totalViews).toBe(total);
  });
});

test('a stopped viewcheck stays down until it is started, and deal lists still work, with view totals', async () => {
  const { body } = await importVideos('ALIVE', [videoUrl(80_000)]);
  const { dealId, videos } = body.deals[0]!;
  await manager.post(`/api/deals/${dealId}/views`, { videoId: videos[0]!.videoId, value: 4_711 });
  await stack.stopService('viewcheck');

  const deal = await manager.get<Deal>(`/api/deals/${dealId}`);
  const due = await manager.get<ErrorAnswer>('/api/deals/due-views');
  const pid = stack.pid('viewcheck');
  await eventually(async () => {
    const { status, body: ready } = await stack.anyone.get<{ checks: object }>('/api/readiness');
    expect(status).toBe(503);
    expect(ready.checks).toMatchObject({ viewcheck: { status: 'failing' }, deal: { status: 'ok' } });
  });
  await stack.startService('viewcheck');
  await stack.waitUntilReady();

  expect(pid).toBeUndefined();
  expect(deal.body.totalViews).toBe(4_711);
  expect([due.status, due.body.error.code, due.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
  await eventually(async () => expect((await stack.anyone.get('/api/readiness')).status).toBe(200));
});

test('without Postgres the answer is 503 with Retry-After, and recovery needs no restart', async () => {
  const pids = () => (['identity', 'deal', 'viewcheck', 'gateway'] as const).map((name) => stack.pid(name));
  const before = pids();
  proxy.cut();
  const away = await eventually(async () => {
    const answer = await manager.get<ErrorAnswer>('/api/deals');
    expect(answer.status).toBe(503);
    return answer;
  });
  const readiness = await eventually(async () => {
    const answer = await stack.anyone.get<{ checks: object }>('/api/readiness');
    expect(answer.status).toBe(503);
    return answer;
  });
  const health = await stack.anyone.get('/api/health');
  proxy.restore();

  expect([away.body.error.code, Number(away.headers.get('retry-after')) > 0]).toEqual(['UNAVAILABLE', true]);
  expect(JSON.stringify(readiness.body)).not.toMatch(/127\.0\.0\.1|postgres/i);
  expect(health.status).toBe(200);
  await stack.waitUntilReady();
  expect((await manager.get('/api/deals')).status).toBe(200);
  expect(pids()).toEqual(before);
});

test('a killed service is restarted, and the console reports the crash and the recovery', async () => {
  const before = stack.pid('identity');

  stack.kill('identity', 'SIGKILL');
  await eventually(() => expect(stack.lines.join()).toContain('identity is back'));

  expect(stack.pid('identity')).not.toBe(before);
  const lines = stack.lines.filter((line) => line.includes(' identity '));
  expect(lines).toEqual([
    expect.stringMatching(/^[-\d]{10} [:\d]{8} identity ended \(SIGKILL\) and restarts in 0\.2 s; its log is .*\.$/),
    expect.stringMatching(/^[-\d]{10} [:\d]{8} identity is back after \d+\.\d s\.$/),
  ]);
});

/** A time zone where it is between 8 and 9 a.m. right now. */
function zoneOfMorning(): string {
  const east = ((8 - new Date().getUTCHours() + 36) % 24) - 12;
  return east > 0 ? `Etc/GMT-${east}` : `Etc/GMT+${-east}`;
}

test('a confirmed address gets one reminder a morning, even after a crash, until it unsubscribes', async () => {
  const user = await stack.signUp();
  const mails = () =>
    mailServer.taken.filter((mail) => mail.includes(`<${user.email}>`) || mail.includes(`To: ${user.email}`));
  const reminders = async () => (await user.get<AnswerOf<'settings.get'>>('/api/settings')).body.notifications.dueViews;
  const urls = [videoUrl(901), videoUrl(902)];
  const collections = [{ promoCode: 'MORNING', urls }];
  await user.post('/api/deals/bulk-import/process', { postDate: daysAgo(3), collections });
  await user.put('/api/settings', { timeZone: zoneOfMorning(), notifications: { dueViews: true } });
  await eventually(() => expect(mails()).toHaveLength(1));
  const token = /confirm-address\?token=([\w-]{43})/.exec(mails()[0] ?? '')?.[1];
  expect((await stack.anyone.post('/api/auth/address/confirm', { token })).status).toBe(204);
  await wantRemindersForLong(stack.databaseAdminUrl, user.userId);

  // Identity looks for due reminders at each start.
  for (let start = 0; start < 2; start += 1) {
    stack.kill('identity', 'SIGKILL');
    await stack.waitUntilReady();
    await eventually(() => expect(mails()).toHaveLength(2));
  }

  const mail = mails()[1]?.replaceAll(/\r\n[ \t]+/g, ' ') ?? '';
  expect(mail).toContain('Subject: 2 view checks due today');
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const link = /^List-Unsubscribe: <([^>]+)>/m.exec(mail)?.[1] ?? '';
  expect(await reminders()).toBe(true);
  const { status } = await fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect([status, await reminders(), mails().length]).toEqual([200, false, 2]);
});

test('the installation check fails and names the service that is down', async () => {
  expect(await checkInstallation(stack)).toEqual({
    code: 1,
    text: expect.stringMatching(/every part is there.*copilot/),
  });
});
