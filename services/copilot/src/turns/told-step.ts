import type { AnswerPiece, CalledTool } from '../models/ask-model.js';
import { createAnswerFilter } from './answer-filter.js';
import type { LiveTurn } from './live-turn.js';
import type { TurnTrust } from './turn-trust.js';

/** What goes on beyond the step. */
interface Told {
  readonly trust: TurnTrust;
  /** Characters that were said. */
  length: number;
}

/** What a step of a turn says and calls, filtered and told as it comes. */
export class ToldStep {
  readonly called: CalledTool[] = [];
  readonly #live: LiveTurn;
  readonly #told: Told;
  readonly #lengthBefore: number;
  readonly #filters: Readonly<Record<AnswerPiece['kind'], ReturnType<typeof createAnswerFilter>>>;
  #text = '';

  constructor(live: LiveTurn, told: Told) {
    this.#live = live;
    this.#told = told;
    this.#lengthBefore = told.length;
    this.#filters = { text: createAnswerFilter(told.trust), reasoning: createAnswerFilter(told.trust) };
  }

  get text(): string {
    return this.#text;
  }

  add(piece: AnswerPiece | CalledTool): void {
    if (piece.kind === 'call') this.called.push(piece);
    else this.#tell(piece.kind, this.#filters[piece.kind].push(piece.delta));
  }

  /** Tells what was held back until all was said. */
  end(): void {
    this.#tell('reasoning', this.#filters.reasoning.end());
    this.#tell('text', this.#filters.text.end());
  }

  /** Takes all of it back. */
  forget(): void {
    this.#told.length = this.#lengthBefore;
    this.#live.resetStep();
  }

  #tell(kind: AnswerPiece['kind'], delta: string): void {
    if (delta === '') return;
    if (kind === 'text') this.#text += delta;
    this.#told.length += delta.length;
    this.#live.add({ kind, delta });
  }
}
