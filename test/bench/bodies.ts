/** Measures how long hostile bodies, up to the limit of each route, block a process. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { callApi } from '@svc/scripts/stack/http';
import type { Stack } from '@svc/scripts/stack/stack';
import { SERVICE_NAMES } from '@svc/topology/processes';
import { approve, askForApproval, redeem } from '../system/short-links/short-link-visits.ts';
import { type Bench, benchEnvironment, withStack } from './measuring/bench.ts';
import { insertUsers, withDatabase } from './measuring/database.ts';
import { median, printGoals, printTable } from './measuring/report.ts';

const RUNS = 5;
/** Milliseconds for a process to finish the requests sent to it. */
const SETTLE_MS = 150;
const MB = 1_048_576;

interface Hostile {
  readonly what: string;
  readonly url: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

export async function benchBodies(bench: Bench): Promise<void> {
  console.log(`\nbodies: longest event loop block while a hostile body arrives, medians of ${RUNS} runs`);
  const folder = join(bench.dataDir, 'loop-probe');
  mkdirSync(folder, { recursive: true });
  const probe = pathToFileURL(join(import.meta.dirname, 'measuring/loop-probe.ts'));
  const environment = { ...benchEnvironment(), NODE_OPTIONS: `--import ${probe.href}`, LOOP_PROBE_DIR: folder };
  await withStack(
    bench,
    async (stack) => {
      const [user] = await withDatabase(bench, stack.databaseAdminUrl, (db) => insertUsers(db, 1));
      const session = user?.token ?? '';
      const signedOut = await measure(stack, folder, hostileToAnybody(stack));
      const signedIn = await measure(stack, folder, [
        ...hostileToUsers(stack, session),
        ...hostileToAgents(stack, await agentToken(stack, session)),
      ]);
      printGoals([
        { what: 'signed out: longest block, ms', measured: signedOut, below: 20 },
        { what: 'signed in: longest block, ms', measured: signedIn, below: 100 },
      ]);
    },
    { environment },
  );
}

/** Prints the longest block of each process for each body; returns the longest of all. */
async function measure(stack: Stack, folder: string, bodies: readonly Hostile[]): Promise<number> {
  const names = SERVICE_NAMES;
  const rows: { what: string; status: number; stops: number[] }[] = [];
  for (const hostile of bodies) {
    await send(hostile);
    const runs: number[][] = [];
    let status = 0;
    for (let run = 0; run < RUNS; run += 1) {
      await readStops(stack, folder);
      status = await send(hostile);
      await sleep(SETTLE_MS);
      runs.push(await readStops(stack, folder));
    }
    rows.push({
      what: hostile.what,
      status,
      stops: names.map((_, index) => median(runs.map((stops) => stops[index] ?? NaN))),
    });
  }
  printTable(
    ['milliseconds', 'answer', ...names],
    rows.map(({ what, status, stops }) => [what, `${status}`, ...stops]),
  );
  return Math.max(...rows.flatMap(({ stops }) => stops));
}

/** The longest event loop block of each service since the last call. */
async function readStops(stack: Stack, folder: string): Promise<number[]> {
  const files = SERVICE_NAMES.map((name) => ({
    pid: stack.pid(name) ?? 0,
    file: join(folder, String(stack.pid(name))),
  }));
  for (const { file, pid } of files) {
    rmSync(file, { force: true });
    process.kill(pid, 'SIGUSR2');
  }
  while (!files.every(({ file }) => existsSync(file))) await sleep(2);
  return files.map(({ file }) => Number(readFileSync(file, 'utf8')));
}

async function send({ url, token, headers, body }: Hostile): Promise<number> {
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

/** A JSON list that fills this many bytes. */
function list(bytes: number, item: string): string {
  return `{"a":[${`${item},`.repeat(Math.floor((bytes - 16) / (item.length + 1)))}${item}]}`;
}

/** A JSON object with unknown fields that fills this many bytes. */
function fields(bytes: number, valueLength = 1): string {
  const count = Math.floor(bytes / (valueLength + 14));
  const value = '1'.repeat(valueLength);
  return `{${Array.from({ length: count }, (_, index) => `"field${index}":"${value}"`).join(',')}}`;
}

function hostileToAnybody({ gatewayUrl, shortenerUrl }: Stack): Hostile[] {
  const api = (path: string): string => `${gatewayUrl}/api${path}`;
  const host = (path: string): string => `${shortenerUrl}${path}`;
  const gzip = { 'content-encoding': 'gzip' };
  return [
    {
      what: 'import, 11 MB compressed',
      url: api('/contacts/import'),
      headers: gzip,
      body: gzipSync(list(11 * MB, '{}')),
    },
    { what: 'import, 11 MB of objects', url: api('/contacts/import'), body: list(11 * MB, '{}') },
    {
      what: 'template, 8 MB of text',
      url: api('/templates/message'),
      body: JSON.stringify({ body: 'ë'.repeat(4 * MB) }),
    },
    { what: 'sign-in, 16 KB of fields', url: api('/auth/login'), body: fields(15_000) },
    { what: 'sign-in, 1 MB of fields', url: api('/auth/login'), body: fields(MB) },
    { what: 'opening a share, 16 KB', url: api(`/public/share/${'x'.repeat(43)}/open`), body: list(16_000, '{}') },
    { what: 'MCP, 8 MB compressed', url: host('/mcp'), headers: gzip, body: gzipSync(list(8 * MB, '[]')) },
    { what: 'MCP, 8 MB of lists', url: host('/mcp'), body: list(8 * MB, '[]') },
    { what: 'MCP, 64 KB of lists', url: host('/mcp'), body: `[${'[],'.repeat(21_000)}[]]` },
    { what: 'guest link, 64 KB of objects', url: host('/api/shortener/v1/links'), body: list(65_000, '{}') },
    { what: 'registration, 64 KB of fields', url: host('/api/shortener/v1/agent/register'), body: fields(65_000) },
  ];
}

function hostileToUsers({ gatewayUrl }: Stack, token: string): Hostile[] {
  const at = (path: string, what: string, body: string): Hostile => ({
    what,
    url: `${gatewayUrl}/api${path}`,
    token,
    body,
  });
  const video = `data:image/png;base64,${'A'.repeat(6_900_000)}`;
  return [
    at('/contacts/import', 'import, 11 MB of objects', list(11 * MB, '{}')),
    at('/contacts/import', 'import, 10 MB of 24 000 fields', fields(10 * MB, 410)),
    at(
      '/contacts/import',
      'import, 7 MB of text',
      JSON.stringify({ format: 'csv', preview: true, content: `name\n${'x'.repeat(6_990_000)}` }),
    ),
    at(
      '/templates/message',
      'template, 7 MB in a file',
      JSON.stringify({ name: 'n', body: 'b', attachments: [{ name: 'a.png', dataUrl: video }] }),
    ),
    at('/templates/message', 'template, 8 MB of text', JSON.stringify({ body: 'ë'.repeat(4 * MB - 100) })),
    at('/deals/bulk-import/process', 'links, 8 MB of numbers', list(8 * MB, '1')),
    at('/deals', 'deal, 256 KB of objects', list(262_000, '{}')),
    at('/deals', 'deal, 256 KB of numbers as tags', list(262_000, '1').replace('"a"', '"tags"')),
    at('/deals', 'deal, 1 MB of 24 000 fields', fields(MB - 1_000, 30)),
    at('/deals', 'deal, 1 MB of quotes', JSON.stringify({ name: '"'.repeat(MB / 2 - 100) })),
  ];
}

function hostileToAgents({ shortenerUrl }: Stack, token: string): Hostile[] {
  const call = (id: unknown, image: string): object => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'create_photo_link', arguments: { image } },
  });
  const headers = { accept: 'application/json, text/event-stream' };
  const url = `${shortenerUrl}/mcp`;
  return [
    { what: 'MCP, 8 MB of lists', url, token, headers, body: list(8 * MB, '[]') },
    { what: 'MCP, 8 MB as an image', url, token, headers, body: JSON.stringify(call(1, 'A'.repeat(8 * MB - 200))) },
    { what: 'MCP, 256 KB of lists', url, token, headers, body: `[${'[],'.repeat(87_000)}[]]` },
  ];
}

async function agentToken(stack: Stack, token: string): Promise<string> {
  const code = await askForApproval(stack.shortenerUrl);
  const post = <Body>(path: string, body?: unknown) => callApi<Body>(stack.gatewayUrl, 'POST', path, { body, token });
  await approve({ post }, code.userCode);
  return (await redeem(stack.shortenerUrl, code)).body['access_token'] ?? '';
}
