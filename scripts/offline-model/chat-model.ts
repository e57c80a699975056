import type { ChatRequest } from './chat-request.ts';

/** A piece of an answer: text, or a whole tool call with its arguments as JSON. */
export type AnswerPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool-call'; readonly name: string; readonly arguments: string };

/** How an answer ended, and its token usage. */
export interface AnswerEnd {
  readonly reason: 'stop' | 'length' | 'tool_calls';
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** The model behind the server. */
export interface ChatModel {
  readonly id: string;
  /** Display name. */
  readonly label: string;
  readonly contextTokens: number;
  /**
   * Passes each piece of the answer to `tell` as it is generated; throws the signal's reason when aborted. Throws ChatRefusal for unsupported
   * requests.
   */
  answer(request: ChatRequest, tell: (piece: AnswerPiece) => void, signal: AbortSignal): Promise<AnswerEnd>;
}

/** A request that gets an error in OpenAI's format. */
export class ChatRefusal extends Error {
  override readonly name = 'ChatRefusal';
  readonly status: number;
  readonly code: string;
  /** The invalid member of the body. */
  readonly param: string | null;

  constructor(status: number, code: string, message: string, param: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}
