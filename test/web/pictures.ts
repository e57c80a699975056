/** Pictures of pages, for eyes: each run writes them anew, and none is compared, as fonts differ by machine. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../.data/pictures/', import.meta.url));

/** Keeps how the whole page looks now in `.data/pictures`. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${FOLDER}${name}.png`, fullPage: true });
}
