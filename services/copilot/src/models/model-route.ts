import type { AnswerPiece, CalledTool, TokenUsage } from './ask-model.js';
import type { OfferedTools, Said } from './said.js';

/** What a step of a turn asks. */
export interface StepQuestion {
  readonly prompt: readonly Said[];
  readonly offered: OfferedTools;
  /** Tokens of both, at most. */
  readonly promptTokens: number;
  readonly signal: AbortSignal;
}

/** A model is asked next: what is said from here on is its own. */
export interface AskedModel {
  readonly kind: 'model';
  /** Its lane and name, `lane|name`. */
  readonly id: string;
  readonly lane: string;
  /** Counted from 1 in each step. */
  readonly attempt: number;
  /** It takes the place of one that has failed in this step. */
  readonly isFailover: boolean;
}

/** What this step has said so far is void: its model broke off, and another one starts over. */
export interface StepReset {
  readonly kind: 'reset';
}

/** What happens while a step is answered. A `model` comes before everything that it says, and before it is asked. */
export type StepEvent = AskedModel | StepReset | AnswerPiece | CalledTool;

/** How one turn gets its answers. */
export interface ModelRoute {
  /** What a model that answers can read at once; prompts are made for it. */
  readonly contextTokens: number;
  /** Whether tools can be offered. */
  readonly supportsTools: boolean;
  /** Answers a step, and returns what it cost. Throws ModelFailure, and the signal's reason once it is aborted. */
  ask(question: StepQuestion): AsyncGenerator<StepEvent, TokenUsage, void>;
  /**
   * The model that answered has made unusable tool calls, again and again. Whether another one may try; absent where there is
   * none.
   */
  replaceForTools?(): Promise<boolean>;
}

/** The turn that a route is opened for. */
export interface RoutedTurn {
  readonly id: string;
  readonly ownerId: string;
  readonly conversationId: string;
  /** Who answers it: `free`, the pool, or `byok`, the user's own provider. */
  readonly billing: string;
}

/** Opens the route of a turn; undefined where there is no model to ask. */
export type OpenRoute = (turn: RoutedTurn) => Promise<ModelRoute | undefined>;
