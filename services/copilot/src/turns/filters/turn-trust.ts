import { linksIn } from './addresses.js';

/** Tracks whether a turn's model has read untrusted text, because its answers may then follow it. */
export class TurnTrust {
  #isTainted: boolean;
  readonly #links: Set<string>;
  /** What results say. */
  readonly #texts = new Set<string>();

  /** For a turn that answers these messages of the user. */
  constructor(isTainted: boolean, messages: readonly string[]) {
    this.#isTainted = isTainted;
    this.#links = new Set(messages.flatMap(linksIn));
  }

  /** The model may have read text that someone else than the user wrote, and may obey it. */
  get isTainted(): boolean {
    return this.#isTainted;
  }

  /** Records a result in the prompt. */
  read(shown: unknown, taints: boolean): void {
    this.#isTainted ||= taints;
    for (const text of textsIn(shown)) {
      this.#texts.add(text);
      for (const link of linksIn(text)) this.#links.add(link);
    }
  }

  /** Whether a result says exactly this. In an untainted turn, all of them are the user's own. */
  hasRead(text: string): boolean {
    return this.#texts.has(text);
  }

  /** Whether an answer may contain an address: any while the turn is untainted, then those that the user or a tool has written, letter for letter. */
  allows(link: string): boolean {
    return !this.#isTainted || this.#links.has(link);
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
