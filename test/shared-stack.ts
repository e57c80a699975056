/** The stack and the browser that test files share. */
import { afterAll, afterEach, beforeEach } from '@jest/globals';
import type { Browser, BrowserContext } from 'playwright-core';
import { createClients, type StackAddresses, type TestStack } from './stack.ts';
import { startChromium } from './system/chromium.ts';

/**
 * The stack shared by all files of a run. A file signs up its own accounts and counts only its own records; a file that
 * stops processes, needs other settings or changes a global switch starts its own stack. Call while the file loads: if
 * the stack dies, every later test of the file fails with the reason.
 */
export async function sharedStack(): Promise<TestStack> {
  const { addresses, logFiles, environments, ...rest } = await askForPart<StackAddresses>('stack');
  const asking = new AbortController();
  let end: string | undefined;
  askForPart<string>('stack/end', asking.signal).then(
    (sentence) => (end = sentence),
    () => undefined,
  );
  beforeEach(() => {
    if (end !== undefined) throw new Error(end);
  });
  afterAll(() => asking.abort());
  return {
    ...rest,
    ...createClients(rest.gatewayUrl),
    address: (name) => addresses[name],
    logFile: (name) => logFiles[name],
    environmentOf: (name) => environments[name],
  };
}

let launching: Promise<Browser> | undefined;

/**
 * The browser shared by the files of one process; it ends with the process. Call while the file loads. Contexts opened
 * in a test close after the test; those opened before all tests close with the file.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await launching?.catch(() => undefined);
  const browser = await (running?.isConnected() ? running : (launching = startChromium()));
  let kept: readonly BrowserContext[] = [];
  beforeEach(() => {
    kept = browser.contexts();
  });
  afterEach(async () => {
    const opened = browser.contexts().filter((context) => !kept.includes(context));
    await Promise.all(opened.map((context) => context.close()));
  });
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  return browser;
}

/** Fetches a part that the run has only one of; the first request starts it. */
async function askForPart<Part>(name: 'stack' | 'stack/end', signal?: AbortSignal): Promise<Part> {
  const url = process.env.TEST_PARTS_URL;
  if (!url) throw new Error('TEST_PARTS_URL is not set. Start the tests with npm test.');
  const response = await fetch(`${url}/${name}`, signal ? { signal } : {});
  const answer = (await response.json()) as Part;
  if (!response.ok) throw new Error(`The shared ${name} cannot be started: ${String(answer)}`);
  return answer;
}
