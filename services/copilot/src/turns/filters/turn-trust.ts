import { linksIn } from './addresses.js';

/** Tracks whether a turn's model has read untrusted text, because its answers may then follow it. */
export class TurnTrust {
  #isTainted: boolean;
  readonly #links: Set<string>;
  /** Texts in results. */
  readonly #texts = new Set<string>();

  /** Starts with the messages of the user that the turn answers. */
  constructor(isTainted: boolean, messages: readonly string[]) {
    this.#isTainted = isTainted;
    this.#links = new Set(messages.flatMap(linksIn));
  }

  /** The model may have read, and may obey, text that someone other than the user wrote. */
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

  /** Whether a result contains exactly this text. In an untainted turn, all results are the user's own. */
  hasRead(text: string): boolean {
    return this.#texts.has(text);
  }

  /** Whether an answer may contain an address: any in an untainted turn, otherwise only those that the user or a tool wrote, verbatim. */
  allows(link: string): boolean {
    return !this.#isTainted || this.#links.has(link);
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
