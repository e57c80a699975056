/** Milliseconds after which nothing is waited for: a page that is not looked at is not painted. */
const UNSEEN_MS = 100;

/** Waits until what has changed so far is on the screen, so that a key or a click is answered before the work that follows from it. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    // What stands behind the next frame runs once that is painted.
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, UNSEEN_MS);
  });
}
