/** What the running product takes of the machine, and how long it takes to be there. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICES } from '../../scripts/stack/service-list.ts';
import type { Stack } from '../../scripts/stack/stack.ts';
import { withStack, type Bench } from './bench.ts';
import { insertDeals, insertUsers, withDatabase } from './database.ts';
import { startLoad } from './load.ts';
import { median, printTable } from './report.ts';
import { postgresMb, residentMb } from './usage.ts';

const STARTS = 3;
/** Time for what a start leaves behind to be collected. */
const IDLE_MS = 3_000;
const LOAD_SECONDS = 8;
const CONNECTIONS = 64;
const USERS = 1_000;

export async function benchProcesses(bench: Bench): Promise<void> {
  console.log('\nprocesses: memory, and the start of a built product on a data folder that is there');
  // Creates the folder when this is the first part.
  await withStack(bench, () => Promise.resolve());
  const seconds: number[] = [];
  for (let start = 1; start <= STARTS; start += 1) {
    const startedAt = performance.now();
    await withStack(bench, async (stack) => {
      seconds.push((performance.now() - startedAt) / 1_000);
      if (start === STARTS) await measureMemory(bench, stack);
    });
  }
  printTable([`median of ${STARTS}`, 'seconds'], [['start to ready', median(seconds)]]);
}

async function measureMemory(bench: Bench, stack: Stack): Promise<void> {
  const requests = await withDatabase(bench, stack.databaseAdminUrl, async (db) => {
    const users = await insertUsers(db, USERS);
    const dealIds = await insertDeals(db, users);
    return users.map(({ token }, index) => ({ token, path: `/api/deals/${dealIds[index]}` }));
  });
  const measure = (): number[] => [
    ...SERVICES.map(({ name }) => residentMb(stack.pid(name) ?? 0)),
    postgresMb(bench.dataDir),
  ];
  await sleep(IDLE_MS, undefined, { signal: bench.signal });
  const idle = measure();

  const load = await startLoad(bench);
  const url = stack.gatewayUrl.replace('localhost', '127.0.0.1');
  const loaded = load.run({ url, connections: CONNECTIONS, seconds: LOAD_SECONDS, requests });
  await Promise.race([loaded, sleep(LOAD_SECONDS * 1_000 - 500)]);
  const busy = measure();
  await loaded;
  await load.stop();

  const names = [...SERVICES.map(({ name }) => name), 'postgres'];
  printTable(
    ['megabytes', 'idle', `${CONNECTIONS} connections reading`],
    [...names, 'all'].map((name, index) => [name, idle[index] ?? sum(idle), busy[index] ?? sum(busy)]),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
