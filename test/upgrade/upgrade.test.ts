import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { DATABASE_SERVICE_NAMES, PROCESS_NAMES, type ProcessName } from '@svc/topology/processes';
import { migrateService } from '@svc/topology/service-migrations';
import { buildEarlierVersion, findEarlierCommit } from '../earlier-version.ts';
import type { Session } from '../stack.ts';
import { daysAgo, type ImportAnswer, videoUrl } from '../system/answers.ts';
import { countRows } from '../system/database.ts';
import { type Load, type LoadRequest, startLoad } from '../system/processes/keep-alive-load.ts';
import { type Replica, type ReplicatedStack, startReplicatedStack } from '../system/processes/replicated-stack.ts';
import { countClicks, createLink, type Link } from '../system/short-links/short-link-visits.ts';

const REQUESTS_PER_SECOND = 60;
/**
 * Enough users that none reaches the limit of database connections per user, however slow processes are while others
 * start.
 */
const USERS = 20;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** With the gateway first, it calls old services; with the gateway last, it is the old one that calls new services. */
const SERVICES = PROCESS_NAMES.filter((name) => name !== 'gateway');
const GATEWAY_FIRST: readonly ProcessName[] = ['gateway', ...SERVICES];
const GATEWAY_LAST: readonly ProcessName[] = [...SERVICES, 'gateway'];

const earlier = findEarlierCommit();
let root: string;
let all: ReplicatedStack;
let users: readonly Session[];
let link: Link;

if (earlier === undefined) {
  process.stderr.write('NOT RUN: this clone has no earlier version; set UPGRADE_FROM to one of its commits.\n');
}
const testUpgrade = earlier === undefined ? test.skip : test;

beforeAll(async () => {
  if (earlier === undefined) return;
  ({ root } = buildEarlierVersion(earlier));
  all = await startReplicatedStack({ redisDatabase: 15, root, ownPostgres: true });
  users = await Promise.all(Array.from({ length: USERS }, () => all.stack.signUp()));
  link = await createLink(turn(users, 0), { url: 'https://example.com/' });
}, 600_000);

afterAll(() => all?.stop());

/**
 * Replaces each process by the version at `to`, or by this version if unset; each must stop on its own and become
 * ready. Replaces the first replica of every service before the second, so that clients have reconnected to the first,
 * as in a cluster, where a terminating pod waits for that.
 */
async function replaceAll(loads: readonly Load[], order: readonly ProcessName[], to?: string): Promise<void> {
  const inOrder = order.map((service) => all.replicas.filter((each) => each.service === service));
  for (const index of [0, 1]) {
    for (const replicas of inOrder) {
      const replica = turn(replicas, index);
      const origin = originOf(replica);
      // The earlier version resets new connections while stopping; in a cluster none arrive by then, because `preStop`
      // starts seconds earlier.
      if (to === undefined) await Promise.all(loads.map((load) => load.leave(origin)));
      await replace(replica, to);
      for (const load of loads) load.enter(origin);
    }
  }
}

/** The replica's public origin; empty if it has none. */
function originOf({ service, address }: Replica): string {
  const origins = { gateway: all.gateways, shortener: all.shorteners } as Partial<
    Record<ProcessName, readonly string[]>
  >;
  return origins[service]?.find((origin) => new URL(origin).hostname === address) ?? '';
}

async function replace(replica: Replica, to: string | undefined): Promise<void> {
  const log = (): string => readFileSync(replica.logFile, 'utf8');
  const begin = log().length;
  await replica.stop();
  // A call that its caller gave up may be logged after it.
  expect(log().slice(begin)).toContain('"msg":"stopped"');
  const end = log().length;
  await replica.start(to);
  await eventually(() => expect(log().slice(end)).toMatch(READY));
}

/** The line a process logs once it is ready. */
const READY = /"msg":"(?:ready|listening|moving clicks)"/;

/** Runs the main job continuously: imports links, adds videos and view counts, and reads as a dashboard does. */
async function startMainJob() {
  const jobs = await Promise.all(users.map(prepareUser));
  const load = startLoad(all.gateways, REQUESTS_PER_SECOND, (count) => {
    const requests = turn(jobs, Math.floor(count / KINDS));
    return turn(requests, count)(count);
  });
  const imports = startLoad(all.gateways, 1, (count) =>
    request(turn(users, count), 'POST', '/api/deals/bulk-import/process', importOf(IMPORTED + count)),
  );
  const visits = startLoad(all.shorteners, REQUESTS_PER_SECOND, () => ({
    method: 'GET',
    path: new URL(link.shortUrl).pathname,
    headers: { 'user-agent': BROWSER },
  }));
  return {
    loads: [load, visits, imports],
    /** Stops the load; `written` counts acknowledged writes, which are all requests if none failed. */
    async stop() {
      const [requests, opened, pasted] = await Promise.all([load.stop(), visits.stop(), imports.stop()]);
      const ofKind = (index: number): number => Math.ceil((requests.sent - index) / KINDS);
      return {
        failures: [...requests.failures, ...opened.failures, ...pasted.failures],
        written: { videos: USERS + pasted.sent + ofKind(0), viewLogs: ofKind(1), clicks: opened.sent },
      };
    },
  };
}

/** Milliseconds for which a migration retries a table in use; users' installations retry for longer. */
const MIGRATION_WAIT_MS = 60_000;

/** Number of the first video imported under load, so that no user gets a video twice. */
const IMPORTED = 1_000_000;

/** Requests of a user in rotation: a video, a view count, and reads. */
const KINDS = 5;

/** Imports a user's first deal, and returns one request of each kind. */
async function prepareUser(user: Session): Promise<readonly ((count: number) => LoadRequest)[]> {
  const imported = await user.post<ImportAnswer>('/api/deals/bulk-import/process', importOf(0));
  const [deal] = imported.body.deals;
  const videoId = deal?.videos[0]?.videoId;
  const dealPath = `/api/deals/${deal?.dealId}`;
  return [
    (count) => request(user, 'POST', `${dealPath}/videos`, { url: videoUrl(1 + count), postDate: daysAgo(8) }),
    (count) => request(user, 'POST', `${dealPath}/views`, { videoId, value: 1_000 + count }),
    () => request(user, 'GET', '/api/deals/due-views?limit=20'),
    () => request(user, 'GET', dealPath),
    () => request(user, 'GET', '/api/shorten'),
  ];
}

function request(session: Session, method: string, path: string, body?: unknown): LoadRequest {
  return { method, path, headers: { authorization: `Bearer ${session.token}` }, body };
}

function turn<Item>(items: readonly Item[], count: number): Item {
  const item = items[count % items.length];
  if (item === undefined) throw new Error('there are no items to rotate');
  return item;
}

function rowsOf({ userId }: Session): Promise<Record<string, number>> {
  return countRows(all.stack.databaseAdminUrl, userId);
}

function importOf(count: number): { postDate: string; linksText: string } {
  return { postDate: daysAgo(8), linksText: `Spring launch\nCODE: SAVE20\n${videoUrl(count)}` };
}

testUpgrade(
  'upgrades and rollbacks under load fail no request and lose no write',
  async () => {
    const job = await startMainJob();

    for (const name of DATABASE_SERVICE_NAMES) {
      await migrateService(name, all.stack.environmentOf(name).DATABASE_URL ?? '', { lockWaitMs: MIGRATION_WAIT_MS });
    }
    await replaceAll(job.loads, GATEWAY_FIRST);
    await replaceAll(job.loads, GATEWAY_LAST, root);
    await replaceAll(job.loads, GATEWAY_LAST);
    await replaceAll(job.loads, GATEWAY_FIRST, root);
    const { failures, written } = await job.stop();

    expect(failures).toEqual([]);
    const rows = await Promise.all(users.map(rowsOf));
    const stored = (table: string): number => rows.reduce((sum, each) => sum + (each[table] ?? 0), 0);
    expect(stored('videos')).toBe(written.videos);
    expect(stored('viewLogs')).toBe(written.viewLogs);
    await eventually(async () => expect(await countClicks(turn(users, 0), link)).toBe(written.clicks));
    for (const { logFile } of all.replicas) {
      expect(readFileSync(logFile, 'utf8')).not.toContain('a shutdown step failed');
    }
    process.stdout.write(`${written.videos + written.viewLogs} writes and ${written.clicks} redirects, none failed\n`);
  },
  900_000,
);
