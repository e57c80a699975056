/** Takes the pictures of the README and of the welcome page: the product with sample data, in light and dark. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedDemo } from '@svc/scripts/demo/seed-demo';
import { callApi } from '@svc/scripts/stack/http';
import { ROOT } from '@svc/scripts/stack/paths';
import { completeSecrets } from '@svc/scripts/stack/secrets';
import { startStack } from '@svc/scripts/stack/stack';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { startChromium } from './system/chromium.ts';

const FOLDER = join(ROOT, 'docs/pictures');
const BRAND_FOLDER = join(ROOT, 'gateway/web/public/brand');
const VIEWPORT = { width: 1_280, height: 800 };
const THEMES = ['light', 'dark'] as const;
const PASSWORD = 'a good password';

const PASTED = `Autumn launch, Harbour Tea
CODE: TEA15
https://www.youtube.com/watch?v=Hb5autumn01
https://www.tiktok.com/@harbourtea/video/7412345678901234567

Trail shoes, Fjell Running
CODE: FJELL15
https://www.youtube.com/watch?v=Fj4running9

https://www.instagram.com/reel/C9juniperNew/`;

/** Brings the page to each scene and waits until it is visible. */
const SCENES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async today(page) {
    await page.goto('/today');
    await page.locator('input:focus').fill('24.1k');
    await page.getByText('= 24,100').waitFor();
  },
  async deal(page) {
    await page.goto('/deals');
    const deal = await page.getByRole('link', { name: /Kiteline/ }).getAttribute('href');
    await page.goto(deal ?? '');
    await page.getByText('Views over time').waitFor();
  },
  async import(page) {
    await page.goto('/import');
    await page.getByLabel('Posted on').fill('2026-01-05');
    await page.getByLabel('Links').fill(PASTED);
    await page.getByText(/new videos/).waitFor();
    await page.locator('h1').click();
  },
};

/** Takes all pictures into `docs/pictures` and prints the size of each. */
export async function takePictures(signal: AbortSignal): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dealbridge-pictures-'));
  try {
    const { PATH, HOME, TMPDIR } = process.env;
    const stack = await startStack({
      dataDir,
      secrets: completeSecrets({}),
      environment: { PATH, HOME, TMPDIR },
      say: (line) => console.log(line),
      signal,
    });
    try {
      await takeOf(stack.gatewayUrl);
    } finally {
      await stack.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function takeOf(gatewayUrl: string): Promise<void> {
  const { email } = await seedDemo(gatewayUrl, PASSWORD);
  const { body } = await callApi<{ token: string }>(gatewayUrl, 'POST', '/api/auth/login', {
    body: { email, password: PASSWORD },
  });
  mkdirSync(FOLDER, { recursive: true });
  const browser = await startChromium();
  try {
    for (const theme of THEMES) await takeInTheme(browser, gatewayUrl, body.token, theme);
  } finally {
    await browser.close();
  }
}

async function takeInTheme(
  browser: Browser,
  gatewayUrl: string,
  token: string,
  theme: (typeof THEMES)[number],
): Promise<void> {
  for (const [name, show] of Object.entries(SCENES)) {
    const context = await browser.newContext({
      baseURL: gatewayUrl,
      viewport: VIEWPORT,
      colorScheme: theme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    await context.addCookies([{ name: 'svc_session', value: token, url: gatewayUrl }]);
    const page = await context.newPage();
    await show(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    // Pages have few colors, so a palette looks the same in a fraction of the bytes.
    const png = await sharp(taken).png({ palette: true, effort: 10, compressionLevel: 9 }).toBuffer();
    writeFileSync(join(FOLDER, `${name}-${theme}.png`), png);
    if (name === 'today') await keepForWelcome(taken, theme);
    console.log(`docs/pictures/${name}-${theme}.png: ${(png.length / 1_000).toFixed(0)} kB`);
    await context.close();
  }
}

/** Saves the picture of Today for the welcome page and for link previews on other sites. */
async function keepForWelcome(taken: Buffer, theme: (typeof THEMES)[number]): Promise<void> {
  await sharp(taken)
    .webp({ quality: 80 })
    .toFile(join(BRAND_FOLDER, `today-${theme}.webp`));
  if (theme !== 'light') return;
  const [width, height] = [1_200, 630];
  const mark = await sharp(join(ROOT, 'services/http-host/look/icon.svg'), { density: 600 }).resize(64).toBuffer();
  const shown = await sharp(taken).resize(960).extract({ left: 0, top: 0, width: 960, height: 470 }).toBuffer();
  await sharp({ create: { width, height, channels: 3, background: '#e9effc' } })
    .composite([
      { input: mark, left: 120, top: 56 },
      { input: shown, left: 120, top: 160 },
    ])
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(join(BRAND_FOLDER, 'open-graph.png'));
}
