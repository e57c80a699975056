import { resultBlock, resultBytes, shownResult } from '../tools/tool-result.js';
import type { CallError } from './judge-call.js';
import type { LiveTurn } from './live-turn.js';
import type { ToolOutcome } from './message-draft.js';
import type { ToolBudget } from './tool-budget.js';
import type { TurnTrust } from './turn-trust.js';

/** How a call ended, and what the model is told of it. */
export interface Ended {
  readonly text: string;
  readonly errorCode: string | null;
}

/** To whom results are told. */
export interface TellingParts {
  readonly trust: TurnTrust;
  readonly budget: ToolBudget;
  readonly live: LiveTurn;
  /** Marks what is told of results. */
  readonly boundary: string;
}

/** A call as it is told of. */
interface ToldCall {
  readonly id: string;
  /** As people are told of it. */
  readonly toolName: string;
}

/** Tells the user and the model what a tool answered. */
export function tellOutput(
  { trust, budget, live, boundary }: TellingParts,
  { id, toolName }: ToldCall,
  { output, taints, decision }: { readonly output: unknown; readonly taints: boolean } & Pick<ToolOutcome, 'decision'>,
): Ended {
  const shown = shownResult(output, budget.resultBytes);
  budget.spendResult(resultBytes(shown));
  trust.read(shown, taints);
  live.endCall(id, { output: shown, ...(decision && { decision }) });
  return { text: resultBlock(toolName, shown, boundary), errorCode: null };
}

/** Tells them what kept a tool from its work. */
export function tellError(
  { live, boundary }: Pick<TellingParts, 'live' | 'boundary'>,
  { id, toolName }: ToldCall,
  error: CallError,
  decision?: ToolOutcome['decision'],
): Ended {
  live.endCall(id, { errorText: errorText(error), ...(decision && { decision }) });
  return { text: errorBlock(toolName, error, boundary), errorCode: error.code };
}

/** An error is told as any other result, because what it says of the arguments is untrusted. */
export function errorBlock(toolName: string, error: CallError | string, boundary: string): string {
  return resultBlock(toolName, shownResult({ error }), boundary);
}

export function errorText({ code, message }: CallError): string {
  return `${code}: ${message}`;
}
