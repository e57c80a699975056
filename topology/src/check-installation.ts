/**
 * `node dist/check-installation.js`: checks a running installation at GATEWAY_URL and SHORT_LINKS_URL, and changes nothing there. Prints each check,
 * and exits with 1 if one fails. Prints the public addresses last if APP_ORIGIN and SHORTENER_ORIGIN are set, without contacting them.
 */
import { createLog } from '@svc/chassis/logging/log';
import { readEnvironment } from '@svc/chassis/process/config';
import { z } from 'zod';
import { SERVICE_NAMES } from './processes.js';
import { SETTINGS } from './settings.js';

const TIMEOUT_MS = 20_000;
/** A slug that cannot exist: reserved ones have no capitals. */
const NO_LINK = 'No-Such-Link-0';

const Environment = z.object({
  GATEWAY_URL: z.url(),
  SHORT_LINKS_URL: z.url(),
  APP_ORIGIN: SETTINGS.APP_ORIGIN,
  SHORTENER_ORIGIN: SETTINGS.SHORTENER_ORIGIN,
});
const { GATEWAY_URL, SHORT_LINKS_URL, APP_ORIGIN, SHORTENER_ORIGIN } = readEnvironment(Environment);
const log = createLog('check-installation', 'info');

interface Check {
  readonly status: string;
  readonly reason?: string;
}

const ask = (url: string, options: RequestInit = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), ...options });

/** Optional parts that a machine may lack: logged, but not a failure. */
const UP_TO_THE_MACHINE = ['sandbox', 'browser'];

/** Throws unless every part works. */
async function checkReadiness(): Promise<void> {
  const response = await ask(`${GATEWAY_URL}/api/readiness`);
  const { status, checks } = (await response.json()) as { status: string; checks: Record<string, Check> };
  const missing = SERVICE_NAMES.filter((name) => name !== 'gateway' && !(name in checks));
  const unwell = Object.entries(checks).filter(([, check]) => check.status !== 'ok');
  for (const [part, { status, reason }] of unwell)
    if (UP_TO_THE_MACHINE.includes(part))
      log.warn({ part, status, reason }, 'a part does not work; the product runs without it');
  const bad = unwell.filter(([part]) => !UP_TO_THE_MACHINE.includes(part));
  if (status === 'ready' && missing.length === 0 && bad.length === 0) return;
  throw new Error(`Readiness is ${status}. Missing: ${missing.join(', ') || 'none'}. Failing: ${JSON.stringify(bad)}.`);
}

async function expectStatus(wanted: number, url: string, options?: RequestInit): Promise<void> {
  const { status } = await ask(url, options);
  if (status !== wanted) throw new Error(`It answered with ${status} instead of ${wanted}.`);
}

const WRONG_SIGN_IN = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'nobody@example.invalid', password: 'not a real password' }),
};

const CHECKS: Readonly<Record<string, () => Promise<void>>> = {
  'every part is there': checkReadiness,
  'a wrong sign-in is refused': () => expectStatus(401, `${GATEWAY_URL}/api/auth/login`, WRONG_SIGN_IN),
  'an unknown short link is not found': () => expectStatus(404, `${SHORT_LINKS_URL}/r/${NO_LINK}`),
  'an unknown short link is not found through the gateway': () => expectStatus(404, `${GATEWAY_URL}/r/${NO_LINK}`),
};

let failed = 0;
for (const [check, run] of Object.entries(CHECKS)) {
  try {
    await run();
    log.info({ check }, 'ok');
  } catch (error) {
    failed += 1;
    log.error({ check, err: error }, 'failed');
  }
}
if (failed === 0 && APP_ORIGIN) log.info({ app: APP_ORIGIN, shortLinks: SHORTENER_ORIGIN }, 'everything runs');
process.exitCode = failed === 0 ? 0 : 1;
