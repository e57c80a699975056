/** Checks that the number of an import's database statements does not depend on its size, and measures hostile contact files. */
import { randomBytes } from 'node:crypto';
import { callApi } from '@svc/scripts/stack/http';
import type { Stack } from '@svc/scripts/stack/stack';
import { type Bench, withStack } from '../measuring/bench.ts';
import { insertUsers, withDatabase } from '../measuring/database.ts';
import { median, printGoals, printTable } from '../measuring/report.ts';
import { type LogEntry, logWhile } from '../measuring/server-log.ts';
import { benchImportFiles } from './import-files.ts';

const RUNS = 5;
const SMALL = { groups: 2, urlsPerGroup: 10 };
const LARGE = { groups: 200, urlsPerGroup: 10 };

type Size = typeof SMALL;

/** Either of two log formats, depending on how the driver sends a statement. */
const STATEMENT = /^LOG: {2}(?:statement|execute [^:]*): ([^]*)$/;

export async function benchImport(bench: Bench): Promise<void> {
  await withStack(bench, async (stack) => {
    // Runs first, so that deal's memory is still that of an idle process.
    await benchImportFiles(bench, stack);
    console.log(`\nimport: POST /api/deals/bulk-import/process with new codes, medians of ${RUNS} runs`);
    const rows: { urls: number; seconds: number; statements: number }[] = [];
    for (const size of [SMALL, LARGE]) {
      const seconds = await time(bench, stack, size);
      rows.push({
        urls: size.groups * size.urlsPerGroup,
        seconds,
        statements: await countStatements(bench, stack, size),
      });
    }
    printTable(
      ['URLs', 'seconds', 'statements'],
      rows.map(({ urls, seconds, statements }) => [`${urls}`, seconds, `${statements}`]),
    );
    const [few, many] = rows;
    printGoals([
      { what: `seconds for ${many?.urls} URLs`, measured: many?.seconds ?? NaN, below: 2 },
      {
        what: `statements for ${many?.urls} URLs / for ${few?.urls}`,
        measured: (many?.statements ?? NaN) / (few?.statements ?? NaN),
        below: 1.01,
      },
    ]);
  });
}

async function time(bench: Bench, stack: Stack, size: Size): Promise<number> {
  const token = await signUp(bench, stack);
  await importNew(stack, token, size);
  const seconds: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    await importNew(stack, token, size);
    seconds.push((performance.now() - startedAt) / 1_000);
  }
  return median(seconds);
}

async function signUp(bench: Bench, stack: Stack): Promise<string> {
  const [user] = await withDatabase(bench, stack.databaseAdminUrl, (db) => insertUsers(db, 1));
  return user?.token ?? '';
}

/** Imports groups with unused promo codes and videos. */
async function importNew(stack: Stack, token: string, { groups, urlsPerGroup }: Size): Promise<void> {
  const newVideo = (): string => `https://www.youtube.com/watch?v=${randomBytes(9).toString('base64url').slice(0, 11)}`;
  const collections = Array.from({ length: groups }, (_, index) => ({
    promoCode: `CODE${randomBytes(6).toString('hex')}`,
    name: `Import ${index}`,
    urls: Array.from({ length: urlsPerGroup }, newVideo),
  }));
  const body = { postDate: '2026-01-05', collections };
  const answer = await callApi<{ summary: { videosAdded: number } }>(
    stack.gatewayUrl,
    'POST',
    '/api/deals/bulk-import/process',
    { token, body },
  );
  if (answer.status !== 200 || answer.body.summary.videosAdded !== groups * urlsPerGroup) {
    throw new Error(`The import answers ${answer.status}: ${JSON.stringify(answer.body).slice(0, 500)}`);
  }
}

/**
 * Counts statements of the import's transaction, from `begin` to `commit`; other work of the service does not count.
 */
async function countStatements(bench: Bench, stack: Stack, size: Size): Promise<number> {
  const token = await signUp(bench, stack);
  const settings = { log_statement: 'all', log_parameter_max_length: '0' };
  const entries = await logWhile(bench, stack.databaseAdminUrl, settings, () => importNew(stack, token, size));
  const statements = entries.flatMap((entry) => {
    const text = STATEMENT.exec(entry.text)?.[1];
    return text === undefined ? [] : [{ ...entry, text }];
  });
  return transactionWith(statements, 'insert into deal.deal_videos').length;
}

function transactionWith(statements: readonly LogEntry[], part: string): LogEntry[] {
  const found = statements.findIndex(({ text }) => text.includes(part));
  const { process } = statements[found] ?? {};
  const isOurs = (entry: LogEntry): boolean => entry.process === process;
  const before = statements.slice(0, found).filter(isOurs);
  const after = statements.slice(found).filter(isOurs);
  const begin = before.findLastIndex(({ text }) => text.startsWith('begin'));
  const commit = after.findIndex(({ text }) => text.startsWith('commit'));
  return [...before.slice(begin), ...after.slice(0, commit + 1)];
}
