import type { AnswerPiece, CalledTool, TokenUsage } from './ask-model.js';
import type { OfferedTools, PromptMessage } from './prompt-message.js';

/** Who answers a turn: `free`, the pool, or `byok`, the user's own provider. */
export type Billing = 'free' | 'byok';

/** A step's request to a model. */
export interface StepQuestion {
  readonly prompt: readonly PromptMessage[];
  readonly offered: OfferedTools;
  /** Maximum tokens of both. */
  readonly promptTokens: number;
  readonly signal: AbortSignal;
}

/** The model that the following output comes from. */
export interface AskedModel {
  readonly kind: 'model';
  /** Its lane and name, `lane|name`. */
  readonly id: string;
  readonly lane: string;
  /** Who answers: `free` or `byok`. */
  readonly billing: Billing;
  /** Counted from 1 in each step. */
  readonly attempt: number;
  /** It replaces a model that failed in this step. */
  readonly isFailover: boolean;
}

/** The step's output so far is discarded: its model broke off, and another one starts over. */
export interface StepReset {
  readonly kind: 'reset';
}

/** Events of a step. A `model` precedes all output of that model, and its request. */
export type StepEvent = AskedModel | StepReset | AnswerPiece | CalledTool;

/** Answers the steps of one turn. */
export interface ModelRoute {
  /** Context size of the models that answer, for which prompts are built. */
  readonly contextTokens: number;
  /** Whether tools can be offered. */
  readonly supportsTools: boolean;
  /** Answers a step, and returns the usage. Throws ModelFailure, and the signal's reason once it is aborted. */
  ask(question: StepQuestion): AsyncGenerator<StepEvent, TokenUsage, void>;
  /** Reports repeated unusable tool calls of the answering model. Returns whether another one may try; absent when there is none. */
  replaceForTools?(): Promise<boolean>;
}

/** The turn for which a route is opened. */
export interface RoutedTurn {
  readonly id: string;
  readonly ownerId: string;
  readonly conversationId: string;
  /** Who answers it: `free`, the pool, or `byok`, the user's own provider. */
  readonly billing: string;
}

/** Opens the route of a turn; undefined when no model is available. */
export type OpenRoute = (turn: RoutedTurn) => Promise<ModelRoute | undefined>;
