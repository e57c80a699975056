/** Measures whether a flood of sign-ins slows down signed-in users. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from '@svc/scripts/stack/http';
import { newAddress } from '../stack.ts';
import { type Bench, benchEnvironment, withStack } from './measuring/bench.ts';
import { insertDeals, insertUsers, withDatabase } from './measuring/database.ts';
import { printGoals, printTable } from './measuring/report.ts';

const SECONDS = 10;
const READS_A_SECOND = 50;
const HOSTILE_A_SECOND = 200;

export async function benchSignIns(bench: Bench): Promise<void> {
  console.log(`\nsign-ins: GET /api/deals/:id, ${READS_A_SECOND} per second, while others try passwords`);
  const environment = { ...benchEnvironment(), TRUSTED_PROXIES: '127.0.0.1' };
  await withStack(
    bench,
    async ({ gatewayUrl, databaseAdminUrl }) => {
      const requests = await withDatabase(bench, databaseAdminUrl, async (db) => {
        const users = await insertUsers(db, READS_A_SECOND);
        const dealIds = await insertDeals(db, users);
        return users.map(({ token }, index) => ({ token, path: `/api/deals/${dealIds[index]}` }));
      });
      const read = async (index: number): Promise<number> => {
        const request = requests[index % requests.length];
        if (!request) throw new Error('There is nothing to read.');
        return (await callApi(gatewayUrl, 'GET', request.path, { token: request.token })).status;
      };
      const tryPassword = async (): Promise<number> => {
        const body = { email: `${randomBytes(8).toString('hex')}@example.test`, password: 'guessed' };
        const headers = { 'x-forwarded-for': newAddress() };
        return (await callApi(gatewayUrl, 'POST', '/api/auth/login', { body, headers })).status;
      };
      await paced(READS_A_SECOND, 2, read);
      const alone = await paced(READS_A_SECOND, SECONDS, read);
      const [beside, hostile] = await Promise.all([
        paced(READS_A_SECOND, SECONDS, read),
        paced(HOSTILE_A_SECOND, SECONDS, tryPassword),
      ]);
      printTable(
        ['milliseconds', 'p50', 'p99', 'answers'],
        [
          ['reads alone', ...describe(alone)],
          [`reads beside ${HOSTILE_A_SECOND} sign-ins per second`, ...describe(beside)],
          ['these sign-ins', ...describe(hostile)],
        ],
      );
      printGoals([{ what: 'p99 of reads beside them, ms', measured: percentile(beside, 0.99), below: 100 }]);
    },
    { environment },
  );
}

interface Answered {
  readonly ms: number;
  readonly status: number;
}

/** Sends this many per second, whether or not earlier ones have been answered. */
async function paced(
  perSecond: number,
  seconds: number,
  send: (index: number) => Promise<number>,
): Promise<readonly Answered[]> {
  const startedAt = performance.now();
  const sent: Promise<Answered>[] = [];
  while (sent.length < perSecond * seconds) {
    const due = startedAt + (sent.length * 1_000) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
    const sentAt = performance.now();
    sent.push(send(sent.length).then((status) => ({ status, ms: performance.now() - sentAt })));
  }
  return Promise.all(sent);
}

function describe(answered: readonly Answered[]): [p50: number, p99: number, answers: string] {
  const counts = Map.groupBy(answered, ({ status }) => status);
  const answers = [...counts].map(([status, { length }]) => `${status} x ${length}`).toSorted();
  return [percentile(answered, 0.5), percentile(answered, 0.99), answers.join(', ')];
}

function percentile(answered: readonly Answered[], share: number): number {
  const sorted = answered.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
}
