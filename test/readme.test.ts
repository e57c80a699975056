import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { noise } from '@svc/chassis/testing/test-images';
import { ROOT } from '@svc/scripts/stack/paths';
import { sharedStack } from './shared-stack.ts';

const stack = await sharedStack();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'readme-'));
}, 60_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The commands of a section of README.md; blocks that show what comes of them are left out. */
function commandsOf(section: string): string {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const body = readme.split(`## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  const blocks = body.match(/(?:^ {4}.*\n)+/gm) ?? [];
  const plain = blocks.map((block) => block.replaceAll(/^ {4}/gm, '').trim());
  return plain.filter((block) => /^(?:curl |[A-Z_]+=)/.test(block)).join('\n');
}

test('the first five minutes of the README work as they stand there', async () => {
  writeFileSync(join(folder, 'picture.png'), await noise(20, 20));
  const stats = '$BASE/api/shorten/$LINK_ID/stats';
  const script = commandsOf('Five minutes over HTTP')
    .replaceAll('http://localhost:8080', stack.gatewayUrl)
    .replaceAll('http://localhost:8081', stack.shortenerUrl)
    // As long as it takes, on a machine with other things to do.
    .replace('sleep 1', `until curl -s ${stats} -H "$AUTH" | grep -q '"clicks":1,'; do sleep 0.1; done`);

  const bash = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = new Promise<number | null>((resolve) => bash.once('close', resolve));
  const [code, output, complaints] = await Promise.all([end, text(bash.stdout), text(bash.stderr)]);

  expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
  expect(output).toContain('"needsPromoCode":[{"groupIndex":1');
  expect(output).toMatch(/Spring launch \[SAVE20\]\nhttps:\/\/www\.youtube\.com\/watch\?v=abc123XYZ_0 - 12,345 views/);
  expect(output).toContain('"grade":');
  expect(output).toContain('"clicks":1,"uniqueVisitors":1,"bots":0');
  expect(output).toContain(`"shortUrl":"${stack.shortenerUrl}/`);
  expect(output).not.toContain('"error"');
}, 120_000);
