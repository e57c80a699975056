/** Measures the cost of showing screenshots in view logs and due views. */
import { callApi } from '@svc/scripts/stack/http';
import type { Stack } from '@svc/scripts/stack/stack';
import { daysAgo, type ImportAnswer, videoUrl } from '../../system/answers.ts';
import type { Bench } from '../measuring/bench.ts';
import { insertUsers, withDatabase } from '../measuring/database.ts';
import { startLoad } from '../measuring/load.ts';
import { median, printGoals, printTable } from '../measuring/report.ts';

const VIDEOS = 40;
const ROUNDS = 5;
const COUNT = 400;
const CONNECTIONS = 4;
/** The smallest PNG: one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Side {
  readonly what: string;
  readonly request: { readonly path: string; readonly token: string };
  readonly p50: number[];
  readonly p99: number[];
}

export async function benchProofs(bench: Bench, stack: Stack): Promise<void> {
  const users = await withDatabase(bench, stack.databaseAdminUrl, (db) => insertUsers(db, 2));
  const [plain = '', proved = ''] = users.map(({ token }) => token);
  await seed(stack, plain, false);
  await seed(stack, proved, true);
  const side = (what: string, path: string, token: string): Side => ({
    what,
    request: { path, token },
    p50: [],
    p99: [],
  });
  const logs = '/api/deals/view-logs?limit=40';
  const due = '/api/deals/due-views?limit=40';
  const sides = [
    side('view logs without screenshots', logs, plain),
    side('view logs with screenshots', logs, proved),
    side('due views without screenshots', due, proved),
    side('due views with screenshots', `${due}&includeScreenshots=true`, proved),
  ] as const;
  for (const { request } of sides) await checkFull(stack, request);
  const load = await startLoad(bench);
  const url = stack.gatewayUrl.replace('localhost', '127.0.0.1');
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { request, p50, p99 } of sides) {
      const result = await load.run({ url, connections: CONNECTIONS, count: COUNT, requests: [request] });
      // The first round warms up.
      if (round > 0) [p50, p99].forEach((list, index) => list.push(index === 0 ? result.p50 : result.p99));
    }
  }
  await load.stop();
  console.log(`\nlists of ${VIDEOS} with and without a screenshot each, medians of ${ROUNDS} rounds of ${COUNT}`);
  printTable(
    ['', 'p50 ms', 'p99 ms'],
    sides.map(({ what, p50, p99 }) => [what, median(p50), median(p99)]),
  );
  const [logsWithout, logsWith, dueWithout, dueWith] = sides;
  printGoals([
    { what: 'view logs, p99 with / without', measured: ratio(logsWith, logsWithout), below: 1.3 },
    { what: 'due views, p99 with / without', measured: ratio(dueWith, dueWithout), below: 1.3 },
  ]);
}

/** Throws unless every list is complete; otherwise the comparison would be unfair. */
async function checkFull({ gatewayUrl }: Stack, { path, token }: Side['request']): Promise<void> {
  const { body } = await callApi<{ items: readonly object[] }>(gatewayUrl, 'GET', path, { token });
  if (body.items.length !== VIDEOS) throw new Error(`${path} lists ${body.items.length} of ${VIDEOS}.`);
}

/** Compares rounds that ran back to back, because other load on the machine changes between rounds. */
function ratio(side: Side, against: Side): number {
  return median(side.p99.map((p99, round) => p99 / (against.p99[round] ?? NaN)));
}

/** A deal whose videos have a view log each and are due again. */
async function seed({ gatewayUrl }: Stack, token: string, isProved: boolean): Promise<void> {
  const post = async <Body>(path: string, body: object): Promise<Body> => {
    const answer = await callApi<Body>(gatewayUrl, 'POST', path, { token, body });
    if (answer.status >= 300) throw new Error(`${path} answers ${answer.status}.`);
    return answer.body;
  };
  const urls = Array.from({ length: VIDEOS }, (_, index) => videoUrl(index));
  const { deals } = await post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: daysAgo(40),
    collections: [{ promoCode: 'BENCH', urls }],
  });
  for (const { dealId, videos } of deals) {
    for (const { videoId } of videos) {
      const screenshot = isProved && (await post<{ screenshotId: string }>('/api/screenshots', { image: PIXEL }));
      const proof = screenshot ? { screenshotId: screenshot.screenshotId } : {};
      await post(`/api/deals/${dealId}/views`, {
        videoId,
        value: 12_345,
        checkedAt: `${daysAgo(39)}T12:00:00Z`,
        ...proof,
      });
    }
  }
}
