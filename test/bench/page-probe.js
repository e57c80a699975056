// Runs in a page that is measured, before anything of its own, and keeps what the browser tells of it. No module: it is given to the
// page as text.
(() => {
  const probe = {
    /** Milliseconds from the navigation to the largest thing that was painted. */
    lcp: 0,
    /** Sum of unexpected layout shifts. */
    cls: 0,
    /** Milliseconds of each task over 50. */
    longTasks: [],
    /** Milliseconds of each interaction, from the key or finger to what was painted of it; without those under 16. */
    interactions: new Map(),
    /** Milliseconds from each Enter to the painted focus of the field that it led to. */
    enters: [],

    /** Waits until so many of them have been measured. */
    async entersOf(count) {
      while (probe.enters.length < count) await frame();
      return probe.enters;
    },

    /** How many interactions there were, those under 16 ms among them, and how long the slow ones took. */
    listInteractions: () => ({ count: performance.interactionCount, slow: [...probe.interactions.values()] }),

    /**
     * Scrolls to the end, so many pixels a frame; answers the milliseconds of the frames that moved, the longest task, and how many
     * elements that match there were at most. What is loaded as it comes near is waited for.
     */
    async scroll(pixels, selector, stillMs) {
      const frames = [];
      let elements = 0;
      let last = await frame();
      let movedAt = last;
      probe.longTasks = [];
      while (last - movedAt < stillMs) {
        const before = scrollY;
        scrollBy({ top: pixels, behavior: 'instant' });
        const now = await frame();
        if (scrollY !== before) {
          frames.push(now - last);
          movedAt = now;
        }
        last = now;
        elements = Math.max(elements, document.querySelectorAll(selector).length);
      }
      return { frames, elements, longestTask: Math.max(0, ...probe.longTasks), longTasks: probe.longTasks.length };
    },
  };

  /** The time of the next frame. */
  function frame() {
    return new Promise((resolve) => {
      requestAnimationFrame(() => resolve(performance.now()));
    });
  }

  function observe(type, take, options = {}) {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(take));
    observer.observe({ type, buffered: true, ...options });
  }

  observe('largest-contentful-paint', ({ startTime }) => (probe.lcp = startTime));
  observe('layout-shift', ({ hadRecentInput, value }) => (probe.cls += hadRecentInput ? 0 : value));
  observe('longtask', ({ duration }) => probe.longTasks.push(duration));
  const { interactions } = probe;
  observe(
    'event',
    ({ interactionId, duration }) =>
      interactionId > 0 && interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0)),
    { durationThreshold: 16 },
  );

  let enteredAt;
  addEventListener('keydown', ({ key, timeStamp }) => (enteredAt = key === 'Enter' ? timeStamp : undefined), true);
  addEventListener(
    'focusin',
    () => {
      if (enteredAt === undefined) return;
      const since = enteredAt;
      enteredAt = undefined;
      // What stands behind the next frame runs once that is painted.
      requestAnimationFrame(() => setTimeout(() => probe.enters.push(performance.now() - since)));
    },
    true,
  );

  globalThis.probe = probe;
})();
