/** The copilot's chat as users see it, with a scripted model. */
import { expect } from '@jest/globals';
import { type ModelServer, startModelServer } from '@svc/copilot/testing/model-server';
import type { Locator, Page } from 'playwright-core';
import { type OwnStack, type Reason, startOwnStack } from '../own-stack.ts';
import type { Session } from '../stack.ts';
import { isTooWide } from '../system/chromium.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

export const PHONE = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };
/** The result of `look` without problems. */
export const FINE = { light: [], dark: [], tooWide: false };

/** A stack whose copilot uses a model server; `stop` removes both. */
export async function startCopilotStack(
  reason: Reason,
  models: readonly object[],
  settings: NodeJS.ProcessEnv = {},
): Promise<OwnStack & { readonly model: ModelServer }> {
  const model = await startModelServer();
  try {
    const pool = [{ id: 'test', baseUrl: model.baseUrl, models }];
    const environment = {
      COPILOT_FREE_POOL_JSON: JSON.stringify(pool),
      SVC_EGRESS_ALLOW: new URL(model.baseUrl).host,
      ...settings,
    };
    const stack = await startOwnStack(reason, { environment });
    const stop = async (): Promise<void> => {
      await stack.stop();
      await model.stop();
    };
    return { ...stack, model, stop };
  } catch (error) {
    await model.stop();
    throw error;
  }
}

/** A user who has consented to sending messages to free models. */
export async function userWithConsent(stack: OwnStack): Promise<Session> {
  const user = await stack.signUp();
  const { status } = await user.post('/api/copilot/consent', { scope: 'free', version: '2026-01', granted: true });
  expect(status).toBe(200);
  return user;
}

export const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Your question' });
export const messages = (page: Page): Locator => page.getByRole('list', { name: 'Messages' });

/** Asks once the previous answer has ended; until then Enter sends nothing. */
export async function ask(page: Page, question: string): Promise<void> {
  await field(page).fill(question);
  await page.getByRole('button', { name: 'Send', exact: true }).and(page.locator(':enabled')).waitFor();
  await field(page).press('Enter');
}

/** Problems of the page in both color schemes, and whether it is too wide. */
export async function look(page: Page, name: string): Promise<unknown> {
  const light = await findViolations(page);
  await keepPicture(page, `copilot-${name}-light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findViolations(page, 'dark');
  await keepPicture(page, `copilot-${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  return { light, dark, tooWide: await isTooWide(page) };
}
