/**
 * Chunks of the app that failed to load: an upgrade removed them, or the product is unreachable. The page reloads with the current chunks, once the
 * product answers and not repeatedly.
 */
import { type AsyncRouteComponent, lazyRouteComponent as lazyComponent } from '@tanstack/react-router';

const STORED = 'dealbridge.reloaded-at';
const AGAIN_MS = 60_000;
const LOOK_MS = 2_000;

const missing = new WeakSet<object>();

class MissingChunk extends Error {
  override readonly name = 'MissingChunk';
}

export function watchForMissingChunks(): void {
  addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

export function isMissingChunk(error: unknown): boolean {
  return error instanceof MissingChunk || (error instanceof Error && missing.has(error));
}

/** A lazily loaded page. The router's own loader would reload the page while nothing answers. */
export function lazyRouteComponent<Exports extends Record<string, unknown>>(
  load: () => Promise<Exports>,
  name: keyof Exports & string,
) {
  const loadChunk = (): Promise<Exports> =>
    load().catch((error: unknown) => {
      throw new MissingChunk("Part of the page couldn't load.", { cause: error });
    });
  return lazyComponent(loadChunk, name) as AsyncRouteComponent<object>;
}

/** Reloads the page as soon as the product answers, unless that was tried within a minute. Returns the function that stops waiting. */
export function reloadWhenBack(): () => void {
  const looking = setInterval(() => void look(), LOOK_MS);
  const look = async (): Promise<void> => {
    const answer = await fetch('/login', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    if (!answer?.ok) return;
    clearInterval(looking);
    if (mayReload()) location.reload();
  };
  void look();
  return () => clearInterval(looking);
}

/** A browser without storage could reload forever. */
function mayReload(): boolean {
  try {
    const before = Number(sessionStorage.getItem(STORED) ?? 0);
    if (Date.now() - before < AGAIN_MS) return false;
    sessionStorage.setItem(STORED, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
