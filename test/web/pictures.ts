/** Pictures of pages, for people to look at: `npm test -- --pictures test/web` takes them. None is compared, as fonts differ by machine. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../.data/pictures/', import.meta.url));

/** Keeps how the whole page looks now in `.data/pictures`, when pictures were asked for. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env.TEST_PICTURES) await page.screenshot({ path: `${FOLDER}${name}.png`, fullPage: true });
}
