export type SendDeletion = (options?: { readonly outlivesPage: true }) => Promise<void>;

/** Sources of page-leaving events: a window, and its document. */
export interface Page {
  readonly window: Pick<EventTarget, 'addEventListener'>;
  readonly document: Pick<EventTarget, 'addEventListener'> & { readonly visibilityState: string };
}

interface Waiting {
  readonly send: SendDeletion;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly ended: AbortController;
}

/**
 * Deletions that can still be undone, by record id. They are sent when their time is over, and at once when the page is left or hidden: a hidden page
 * may end without notice, especially on phones.
 */
export class WaitingDeletions {
  readonly #waiting = new Map<string, Waiting>();

  /** Calls `onLeave` with the records whose deletions are sent as the page is left. */
  constructor({ window, document }: Page, onLeave: (ids: readonly string[]) => void = () => undefined) {
    const leave = (): void => {
      if (this.#waiting.size > 0) onLeave([...this.#waiting.keys()].flatMap((ids) => ids.split(',')));
      void this.sendAll({ outlivesPage: true });
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') leave();
    });
  }

  /** Sends the deletion after this many milliseconds; the signal marks the end of undo. */
  add(id: string, send: SendDeletion, afterMs: number): AbortSignal {
    const ended = new AbortController();
    const sendOnce: SendDeletion = async (options) => {
      if (this.takeBack(id)) await send(options);
    };
    this.#waiting.set(id, { send: sendOnce, timer: setTimeout(() => void sendOnce(), afterMs), ended });
    return ended.signal;
  }

  /** Returns whether it was still waiting. */
  takeBack(id: string): boolean {
    const waiting = this.#waiting.get(id);
    if (!waiting) return false;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    waiting.ended.abort();
    return true;
  }

  async sendAll(options?: { readonly outlivesPage: true }): Promise<void> {
    await Promise.all([...this.#waiting.values()].map(({ send }) => send(options)));
  }
}
