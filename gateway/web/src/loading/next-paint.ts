/** Maximum wait in milliseconds: a hidden page is never painted. */
const UNSEEN_MS = 100;

/** Waits until the changes so far are on the screen, so that a key or click gets its response before the work that follows. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    // Code after the next frame runs once that is painted.
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, UNSEEN_MS);
  });
}
