import type { Page } from 'playwright-core';
import { startBrowser } from '../chromium/start-browser.js';
import { PageSession } from '../visits/page-session.js';
import { PATIENT_LIMITS } from './patient-limits.js';
import { testHeadlessShell } from './test-chromium.js';

/** A page in a real browser with a test's content and no network access. */
export interface BlankPage {
  readonly page: Page;
  readonly session: PageSession;
  readonly close: () => Promise<void>;
}

export async function openBlankPage(): Promise<BlankPage> {
  const started = await startBrowser(testHeadlessShell(), 'http://127.0.0.1:9', 1_000);
  const page = await started.browser.newPage({ viewport: { width: 640, height: 480 } });
  return { page, session: await PageSession.open(page, PATIENT_LIMITS), close: () => started.leave() };
}
