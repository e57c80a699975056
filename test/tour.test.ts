import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { noise } from '@svc/images/testing/test-images';
import { commandsOf, runCommands } from './doc-commands.ts';
import { sharedStack } from './shared-stack.ts';

const stack = await sharedStack();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'tour-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('every command of the tour works as written', async () => {
  writeFileSync(join(folder, 'picture.png'), await noise(20, 20));
  const stats = '$BASE/api/shorten/$LINK_ID/stats';
  const script = commandsOf('tour.md')
    .replaceAll('http://localhost:8080', stack.gatewayUrl)
    .replaceAll('http://localhost:8081', stack.shortenerUrl)
    // Polls instead, as a busy machine may take longer.
    .replace('sleep 1', `until curl -s ${stats} -H "$AUTH" | grep -q '"clicks":1,'; do sleep 0.1; done`);

  const { code, output, complaints } = await runCommands(script, folder);

  expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
  expect(output).toContain('"needsPromoCode":[{"groupIndex":1');
  expect(output).toMatch(/Spring launch \[SAVE20\]\nhttps:\/\/www\.youtube\.com\/watch\?v=abc123XYZ_0 - 12,345 views/);
  expect(output).toContain('"grade":');
  expect(output).toContain('"clicks":1,"uniqueVisitors":1,"bots":0');
  expect(output).toContain(`"shortUrl":"${stack.shortenerUrl}/`);
  expect(output).not.toContain('"error"');
});
