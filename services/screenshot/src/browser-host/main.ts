/**
 * Entry point of the browser image: one Chromium for each connection of a capturing process. BROWSER_SANDBOX: `preferred`, or `required` to
 * exit with 1 when the machine does not allow it. CHROMIUM_PATH: the executable.
 */
import { CAPTURE_LIMITS } from '../capture/capture-limits.js';
import { startBrowserHost } from './browser-host.js';
import { removeLeftovers } from './chromium-process.js';

const PORT = 9_222;

const log = (message: string): void =>
  void process.stdout.write(`${JSON.stringify({ service: 'browser', msg: message })}\n`);

const { BROWSER_SANDBOX = 'preferred', CHROMIUM_PATH = '/usr/lib/chromium/chromium' } = process.env;
try {
  if (BROWSER_SANDBOX !== 'preferred' && BROWSER_SANDBOX !== 'required')
    throw new Error('BROWSER_SANDBOX must be preferred or required.');
  await removeLeftovers();
  const host = await startBrowserHost({
    executablePath: CHROMIUM_PATH,
    sandbox: BROWSER_SANDBOX,
    port: PORT,
    bytesMax: CAPTURE_LIMITS.browserBytes,
    log,
  });
  const stop = (): void => void host.close().finally(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  log(`serving browsers on port ${host.port}, ${host.sandbox ? 'in' : 'without'} the sandbox`);
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
