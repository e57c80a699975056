import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ROOT } from '@svc/scripts/stack/paths';
import { startOwnStack, type OwnStack } from '../own-stack.ts';

let stack: OwnStack;

beforeAll(async () => {
  stack = await startOwnStack('kills');
}, 300_000);

afterAll(() => stack?.stop());

/** What the check says of an installation: its exit code and its lines. */
async function check(): Promise<{ readonly code: number; readonly text: string }> {
  const env = { PATH: process.env.PATH, GATEWAY_URL: stack.gatewayUrl, SHORT_LINKS_URL: stack.shortenerUrl };
  return promisify(execFile)(process.execPath, ['topology/dist/check-installation.js'], { cwd: ROOT, env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, text: stdout }),
  );
}

test('an installation that runs passes, and one without a service fails by its name', async () => {
  expect(await check()).toMatchObject({ code: 0 });

  await stack.stopService('copilot');
  expect(await check()).toEqual({ code: 1, text: expect.stringMatching(/every part is there.*copilot/) });
});
