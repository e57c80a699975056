/** Measures the memory of processes that receive twelve large photos at once, two from each of six accounts. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Stack } from '@svc/scripts/stack/stack';
import sharp from 'sharp';
import type { Bench } from '../measuring/bench.ts';
import { insertUsers, withDatabase } from '../measuring/database.ts';
import { printGoals, printTable } from '../measuring/report.ts';
import { forgetPeak, peakMb, residentMb } from '../measuring/usage.ts';

const ACCOUNTS = 6;
const UPLOADS_EACH = 2;
const SETTLED_MS = 60_000;
const PARTS = [
  { service: 'shortener', path: '/api/shorten/photos' },
  { service: 'screenshot', path: '/api/screenshots' },
] as const;
const MB_MAX = 350;

export async function benchImageMemory(bench: Bench, stack: Stack): Promise<void> {
  const users = await withDatabase(bench, stack.databaseAdminUrl, (db) => insertUsers(db, ACCOUNTS));
  const senders = users.flatMap(({ token }) => Array.from({ length: UPLOADS_EACH }, () => token));
  const image = await makePhoto();
  const warm = await makeSmall();
  const rows: (string | number)[][] = [];
  const goals: { what: string; measured: number; below: number }[] = [];
  for (const { service, path } of PARTS) {
    const pids = [stack.pid(service) ?? 0, stack.pid('gateway') ?? 0];
    await send(stack.gatewayUrl + path, users[0]?.token ?? '', warm);
    await pause(10_000, undefined, { signal: bench.signal });
    const before = pids.map(residentMb);
    for (const pid of pids) forgetPeak(pid);
    const url = stack.gatewayUrl + path;
    const answers = await Promise.all(senders.map((token) => send(url, token, image)));
    const peak = pids.map(peakMb);
    await pause(SETTLED_MS, undefined, { signal: bench.signal });
    const after = pids.map(residentMb);
    const count = (status: number): number => answers.filter((each) => each === status).length;
    for (const [at, name] of [service, `gateway, ${service}`].entries()) {
      const idle = before[at] ?? 0;
      const most = peak[at] ?? 0;
      const later = after[at] ?? 0;
      rows.push([name, count(201), count(503), answers.length - count(201) - count(503), idle, most, later]);
      goals.push({ what: `peak MB of ${name}`, measured: most, below: MB_MAX });
      goals.push({
        what: `memory of ${name} after a minute / idle`,
        measured: later / idle,
        below: 1.2,
      });
    }
  }
  console.log(`\n${senders.length} photos of ${Math.round(image.length / 1e6)} MB at once, from ${ACCOUNTS} accounts`);
  printTable(['', '201', '503', 'others', 'MB before', 'MB peak', 'MB a minute later'], rows);
  printGoals(goals);
}

/** A photo of 30 megapixels and about 29 MB. */
function makePhoto(): Promise<Buffer> {
  return sharp({
    create: {
      width: 6_000,
      height: 5_000,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 94 })
    .toBuffer();
}

function makeSmall(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#2864a0' } })
    .jpeg()
    .toBuffer();
}

/** Status of the answer, or 503 if the connection closes while the body is still being sent. */
async function send(url: string, token: string, image: Buffer): Promise<number> {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'photo.jpg');
  try {
    const response = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 503;
  }
}
