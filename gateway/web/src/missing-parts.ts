/**
 * Parts of the app that did not arrive when they were wanted: an upgrade has taken them away, or the product is away itself. The page is
 * loaded again with the parts that are there now, once the product answers and not again and again.
 */
import { lazyRouteComponent as lazyComponent, type AsyncRouteComponent } from '@tanstack/react-router';

const STORED = 'dealbridge.reloaded-at';
const AGAIN_MS = 60_000;
const LOOK_MS = 2_000;

const missing = new WeakSet<object>();

class MissingPart extends Error {
  override readonly name = 'MissingPart';
}

export function watchForMissingParts(): void {
  addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

export function isMissingPart(error: unknown): boolean {
  return error instanceof MissingPart || (error instanceof Error && missing.has(error));
}

/** A page that is loaded when it is first opened. The router's own would reload the page while nothing answers. */
export function lazyRouteComponent<Exports extends Record<string, unknown>>(
  load: () => Promise<Exports>,
  name: keyof Exports & string,
) {
  const loadOrSay = (): Promise<Exports> =>
    load().catch((error: unknown) => {
      throw new MissingPart("Part of the page couldn't load.", { cause: error });
    });
  return lazyComponent(loadOrSay, name) as AsyncRouteComponent<object>;
}

/** Reloads the page as soon as the product answers, unless that was tried a minute ago. Answers how to stop waiting. */
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

/** A browser that keeps nothing could do so for ever. */
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
