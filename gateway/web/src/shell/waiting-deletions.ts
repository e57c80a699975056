export type SendDeletion = (options?: { readonly outlivesPage: true }) => Promise<void>;

/** What tells that the page is being left: a window, and its document. */
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
 * Deletions that can still be taken back, by the record's id. They are sent when their time is over, and at once when the page is left
 * or hidden: a hidden page may be ended without a word, on phones above all.
 */
export class WaitingDeletions {
  readonly #waiting = new Map<string, Waiting>();

  /** `onLeave` is told of the records whose deletion is sent as the page is left. */
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

  /** Sends the deletion after so many milliseconds; the signal tells when it can be taken back no more. */
  add(id: string, send: SendDeletion, afterMs: number): AbortSignal {
    const ended = new AbortController();
    const sendOnce: SendDeletion = async (options) => {
      if (this.takeBack(id)) await send(options);
    };
    this.#waiting.set(id, { send: sendOnce, timer: setTimeout(() => void sendOnce(), afterMs), ended });
    return ended.signal;
  }

  /** Answers whether it was still waiting. */
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
