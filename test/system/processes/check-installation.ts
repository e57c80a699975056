import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '@svc/scripts/stack/paths';
import type { TestStack } from '../../stack.ts';

/** Runs the installation check against a stack; returns its exit code and output. */
export async function checkInstallation({
  gatewayUrl,
  shortenerUrl,
}: Pick<TestStack, 'gatewayUrl' | 'shortenerUrl'>): Promise<{ readonly code: number; readonly text: string }> {
  const env = { PATH: process.env.PATH, GATEWAY_URL: gatewayUrl, SHORT_LINKS_URL: shortenerUrl };
  return promisify(execFile)(process.execPath, ['topology/dist/check-installation.js'], { cwd: ROOT, env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, text: stdout }),
  );
}
