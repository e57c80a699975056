/**
 * Screenshots of pages for manual review, taken by `npm test -- --pictures test/web`. They are not compared, because fonts differ between machines.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../.data/pictures/', import.meta.url));

/** Saves a screenshot of the full page in `.data/pictures` if pictures were requested. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env.TEST_PICTURES) await page.screenshot({ path: `${FOLDER}${name}.png`, fullPage: true });
}
