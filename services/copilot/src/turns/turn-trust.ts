import { linksIn } from './link-filter.js';

/** What a turn's model has read, as far as its answers depend on it. */
export class TurnTrust {
  #isTainted: boolean;
  readonly #links: Set<string>;

  /** Of a turn that answers these messages of the user. */
  constructor(isTainted: boolean, messages: readonly string[]) {
    this.#isTainted = isTainted;
    this.#links = new Set(messages.flatMap(linksIn));
  }

  /** The model may have read what others than the user wrote, and may do what they want. */
  get isTainted(): boolean {
    return this.#isTainted;
  }

  /** Takes in a result that the model is told. */
  read(shown: unknown, taints: boolean): void {
    this.#isTainted ||= taints;
    for (const text of textsIn(shown)) for (const link of linksIn(text)) this.#links.add(link);
  }

  /**
   * Whether an answer may hold an address: any while nothing has tainted the turn, then what the user or a tool has said, letter for
   * letter.
   */
  allows(link: string): boolean {
    return !this.#isTainted || this.#links.has(link);
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
