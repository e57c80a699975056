import type { AnswerPiece, CalledTool } from '../../models/ask-model.js';
import { createAnswerFilter } from '../filters/answer-filter.js';
import type { TurnTrust } from '../filters/turn-trust.js';
import type { LiveTurn } from '../live-turn.js';

/** State shared by the steps of the turn. */
interface Told {
  readonly trust: TurnTrust;
  /** Characters of output so far. */
  length: number;
}

/** The output and calls of a step, filtered and streamed as they arrive. */
export class StreamedStep {
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

  /** Releases the text that was held back. */
  end(): void {
    this.#tell('reasoning', this.#filters.reasoning.end());
    this.#tell('text', this.#filters.text.end());
  }

  /** Discards the step's output. */
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
