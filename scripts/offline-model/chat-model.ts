import type { ChatRequest } from './chat-request.ts';

/** A piece of an answer: words, or a whole call of a tool with its arguments as JSON. */
export type AnswerPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool-call'; readonly name: string; readonly arguments: string };

/** How an answer ended, and what it cost in tokens. */
export interface AnswerEnd {
  readonly reason: 'stop' | 'length' | 'tool_calls';
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** What answers behind the server. */
export interface ChatModel {
  readonly id: string;
  /** Shown to people. */
  readonly label: string;
  readonly contextTokens: number;
  /**
   * Answers, and tells each piece as it comes; stops with the signal, whose reason it then throws. Throws ChatRefusal for what it cannot
   * answer.
   */
  answer(request: ChatRequest, tell: (piece: AnswerPiece) => void, signal: AbortSignal): Promise<AnswerEnd>;
}

/** A request that gets an error in the form of OpenAI. */
export class ChatRefusal extends Error {
  override readonly name = 'ChatRefusal';
  readonly status: number;
  readonly code: string;
  /** Member of the body that is wrong. */
  readonly param: string | null;

  constructor(status: number, code: string, message: string, param: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}
