const STORED = 'dealbridge.reloaded-at';
const AGAIN_MS = 60_000;

/** A part of the page that an upgrade has taken away: the page is loaded anew, once, with the parts that are there now. */
export function reloadOnceWhenUpgraded(): void {
  addEventListener('vite:preloadError', (event) => {
    try {
      const before = Number(sessionStorage.getItem(STORED) ?? 0);
      if (Date.now() - before < AGAIN_MS) return;
      sessionStorage.setItem(STORED, String(Date.now()));
    } catch {
      return;
    }
    event.preventDefault();
    location.reload();
  });
}
