/** What the files of a run share, as a test file gets at it. */
import { afterAll, afterEach, beforeEach } from '@jest/globals';
import type { Browser, BrowserContext } from 'playwright-core';
import { createClients, type StackAddresses, type TestStack } from './stack.ts';
import { startChromium } from './system/chromium.ts';

/**
 * The stack that all files of a run share. A file makes accounts of its own there and counts nothing that is not its own; one that stops
 * processes, needs other settings or changes a switch that everybody feels starts a stack of its own. Called while the file is
 * loaded: once the stack has died, each further test of the file fails with the reason.
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
 * The browser that the files of a process share, which ends with it. Called while the file is loaded. A test opens contexts of its own, which
 * end with it; those that were opened before all tests end with the file.
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

/** What the run has one of, started when it is first asked for. */
async function askForPart<Part>(name: 'stack' | 'stack/end', signal?: AbortSignal): Promise<Part> {
  const url = process.env.TEST_PARTS_URL;
  if (!url) throw new Error('TEST_PARTS_URL is not set. Start the tests with npm test.');
  const response = await fetch(`${url}/${name}`, signal ? { signal } : {});
  const answer = (await response.json()) as Part;
  if (!response.ok) throw new Error(`The ${name} that test files share cannot be started: ${String(answer)}`);
  return answer;
}
