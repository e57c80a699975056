/** What was pasted for an import and is not done yet, kept in this browser: leaving the page, a reload or a crash loses none of it. */

/** What is known of a group of links beside its text. */
export interface GroupNote {
  /** When its videos were posted, as the import had it that left the group. */
  readonly postDate?: string;
  /** What its fields hold, by name. */
  readonly typed?: Readonly<Record<string, string>>;
}

export interface ImportDraft {
  readonly text: string;
  readonly postDate?: string | undefined;
  /** Groups of the text that an import has left to be solved; undefined where nothing of it was imported yet. */
  readonly open?: number | undefined;
  readonly notes: Readonly<Record<string, GroupNote>>;
}

export interface Place {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Tells of what other tabs store, and that the page is left. */
  readonly window: Pick<EventTarget, 'addEventListener'>;
  /** Time without a change after which what is typed is stored. */
  readonly pauseMs: number;
}

const EMPTY: ImportDraft = { text: '', notes: {} };

/** The draft of one user, the same in all tabs. What is typed is stored once it pauses; a text that is empty takes all else with it. */
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

  /** Changes what is typed. */
  type(change: Partial<ImportDraft>): void {
    this.#show({ ...this.#draft, ...change });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#storeWaiting(), this.#place.pauseMs);
  }

  /** Changes the draft as all tabs have it, and stores it at once. */
  change(change: (draft: ImportDraft) => ImportDraft): void {
    this.#takeOver();
    this.#show(change(this.#draft));
    this.#store();
  }

  /** What other tabs have stored; what was typed here and is not stored yet is newer. */
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
      // The rest first: a tab that is told of the text reads both.
      if (isEmpty) this.#place.storage.removeItem(this.#restName);
      else this.#place.storage.setItem(this.#restName, JSON.stringify({ postDate, open, notes }));
      if (isEmpty) this.#place.storage.removeItem(this.#textName);
      else this.#place.storage.setItem(this.#textName, text);
    } catch {
      // Full or forbidden: the draft is still on the page.
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

/** Also of what another version has stored. */
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
