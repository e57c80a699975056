// Runs in a measured page before its own scripts, and collects the browser's performance entries. Not a module: it is
// injected as text.
(() => {
  const probe = {
    /** Milliseconds from navigation to the largest contentful paint. */
    lcp: 0,
    /** Sum of unexpected layout shifts. */
    cls: 0,
    /** Duration in milliseconds of each task over 50. */
    longTasks: [],
    /** Duration in milliseconds of each interaction, from input to the next paint; those under 16 are missing. */
    interactions: new Map(),
    /** Milliseconds from each Enter until the newly focused field is painted. */
    enters: [],

    /** Waits until this many Enters have been measured. */
    async entersOf(count) {
      while (probe.enters.length < count) await frame();
      return probe.enters;
    },

    /** The number of interactions, including those under 16 ms, and the durations of the slow ones. */
    listInteractions: () => ({ count: performance.interactionCount, slow: [...probe.interactions.values()] }),

    /**
     * Scrolls to the end, this many pixels per frame, waiting for rows that load on approach. Returns the durations of
     * moving frames, the long tasks, and the maximum number of matching elements.
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
      // A task queued in the frame callback runs after that frame is painted.
      requestAnimationFrame(() => setTimeout(() => probe.enters.push(performance.now() - since)));
    },
    true,
  );

  globalThis.probe = probe;
})();
