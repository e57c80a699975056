import { type DependencyWatchOptions, tellHealth, watchDependency } from '@svc/chassis/dependencies/dependency-health';
import type { GrpcServer } from '@svc/chassis/grpc/server';
import type { ChromiumSource } from '@svc/guarded-browser/chromium/start-browser';

const ANSWER_MS = 5_000;
const INTERVAL_MS = 60_000;

/** Reports to readiness whether a remote browser runs in Chromium's sandbox; does nothing for one that cannot report it. */
export function watchSandbox(
  chromium: ChromiumSource,
  server: GrpcServer,
  options: Pick<DependencyWatchOptions, 'log' | 'onStop'>,
): void {
  if (!('url' in chromium) || !/^wss?:/.test(chromium.url)) return;
  const url = new URL('/json/version', chromium.url.replace(/^ws/, 'http'));
  const check = async (): Promise<void> => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    const { sandbox } = (await answer.json()) as { readonly sandbox?: unknown };
    if (sandbox !== true) throw new Error("Pages open without Chromium's sandbox.");
  };
  watchDependency({
    name: 'sandbox',
    check,
    onState: tellHealth(server, 'sandbox'),
    intervalMs: INTERVAL_MS,
    ...options,
  });
}
