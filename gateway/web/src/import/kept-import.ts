/** Pasted links that are not imported yet, kept in this browser, so that no reload or crash loses any. */

/** Data of a group of links besides its text. */
export interface GroupNote {
  /** The posting day from the import that left the group. */
  readonly postDate?: string;
  /** Values of its fields, by name. */
  readonly typed?: Readonly<Record<string, string>>;
}

export interface ImportDraft {
  readonly text: string;
  readonly postDate?: string | undefined;
  /** Groups that an import left to be solved; undefined before the first import of the text. */
  readonly open?: number | undefined;
  readonly notes: Readonly<Record<string, GroupNote>>;
}

export interface Place {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Dispatches `storage` events of other tabs, and `pagehide`. */
  readonly window: Pick<EventTarget, 'addEventListener'>;
  /** Milliseconds without a change after which typed text is stored. */
  readonly pauseMs: number;
}

const EMPTY: ImportDraft = { text: '', notes: {} };

/** The draft of one user, the same in all tabs. Typed text is stored when typing pauses; an empty text removes everything else. */
export class KeptImport {
  readonly #place: Place;
  readonly #textName: string;
  readonly #restName: string;
  readonly #listeners = new Set<() => void>();
  #draft: ImportDraft;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string, place: Place) {
    this.#place = place;
    this.#textName = `dealbridge.draft.import.${userId}`;
    this.#restName = `dealbridge.draft.import-groups.${userId}`;
    this.#draft = this.#read();
    place.window.addEventListener('pagehide', () => this.#storeWaiting());
    place.window.addEventListener('storage', (event) => {
      const { key = null } = event as { readonly key?: string | null };
      if (key === null || key === this.#textName || key === this.#restName) this.#takeOver();
    });
  }

  readonly get = (): ImportDraft => this.#draft;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes typed values. */
  type(change: Partial<ImportDraft>): void {
    this.#show({ ...this.#draft, ...change });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#storeWaiting(), this.#place.pauseMs);
  }

  /** Changes the draft that all tabs share, and stores it at once. */
  change(change: (draft: ImportDraft) => ImportDraft): void {
    this.#takeOver();
    this.#show(change(this.#draft));
    this.#store();
  }

  /** Adopts the draft stored by another tab, unless text typed in this tab is not stored yet, which is newer. */
  #takeOver(): void {
    if (this.#timer === undefined) this.#show(this.#read());
  }

  #show(draft: ImportDraft): void {
    const { text, postDate, open } = draft;
    const before = this.#draft;
    this.#draft = text.trim() === '' ? { ...EMPTY, text, postDate } : draft;
    if (text === before.text && postDate === before.postDate && open === before.open && draft.notes === before.notes)
      return;
    for (const listener of this.#listeners) listener();
  }

  #storeWaiting(): void {
    if (this.#timer !== undefined) this.#store();
  }

  #store(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { text, postDate, open, notes } = this.#draft;
    const isEmpty = text.trim() === '';
    try {
      // The other values first, because another tab reads both when it is notified of the text.
      if (isEmpty) this.#place.storage.removeItem(this.#restName);
      else this.#place.storage.setItem(this.#restName, JSON.stringify({ postDate, open, notes }));
      if (isEmpty) this.#place.storage.removeItem(this.#textName);
      else this.#place.storage.setItem(this.#textName, text);
    } catch {
      // Storage is full or forbidden, but the page still has the draft.
    }
  }

  #read(): ImportDraft {
    try {
      const text = this.#place.storage.getItem(this.#textName) ?? '';
      return { text, ...readRest(this.#place.storage.getItem(this.#restName)) };
    } catch {
      return EMPTY;
    }
  }
}

/** Parses the stored values, which another version may have written. */
function readRest(stored: string | null): Omit<ImportDraft, 'text'> {
  try {
    const { postDate, open, notes } = JSON.parse(stored ?? '{}') as Partial<Record<keyof ImportDraft, unknown>>;
    return {
      postDate: typeof postDate === 'string' ? postDate : undefined,
      open: typeof open === 'number' ? open : undefined,
      notes: typeof notes === 'object' && notes !== null ? (notes as ImportDraft['notes']) : {},
    };
  } catch {
    return { notes: {} };
  }
}
