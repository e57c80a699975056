import { resultBlock, resultBytes, shownResult } from '../../tools/tool-result.js';
import type { TurnTrust } from '../filters/turn-trust.js';
import type { LiveTurn } from '../live-turn.js';
import type { ToolOutcome } from '../messages/message-draft.js';
import type { CallError } from './judge-call.js';
import type { ToolBudget } from './tool-budget.js';

/** How a call ended, and the message for the model. */
export interface Ended {
  readonly text: string;
  readonly errorCode: string | null;
}

/** Receivers of results. */
export interface ReportingParts {
  readonly trust: TurnTrust;
  readonly budget: ToolBudget;
  readonly live: LiveTurn;
  /** Marks results in the prompt. */
  readonly boundary: string;
}

/** A call as reported. */
interface ToldCall {
  readonly id: string;
  /** The name that users see. */
  readonly toolName: string;
}

/** Reports a tool's result to the user and the model. */
export function reportOutput(
  { trust, budget, live, boundary }: ReportingParts,
  { id, toolName }: ToldCall,
  { output, taints, decision }: { readonly output: unknown; readonly taints: boolean } & Pick<ToolOutcome, 'decision'>,
): Ended {
  const shown = shownResult(output, budget.resultBytes);
  budget.spendResult(resultBytes(shown));
  trust.read(shown, taints);
  live.endCall(id, { output: shown, ...(decision && { decision }) });
  return { text: resultBlock(toolName, shown, boundary), errorCode: null };
}

/** Reports a tool's failure to the user and the model. */
export function reportError(
  { live, boundary }: Pick<ReportingParts, 'live' | 'boundary'>,
  { id, toolName }: ToldCall,
  error: CallError,
  decision?: ToolOutcome['decision'],
): Ended {
  live.endCall(id, { errorText: errorText(error), ...(decision && { decision }) });
  return { text: errorBlock(toolName, error, boundary), errorCode: error.code };
}

/** An error is marked like any result, because its text about the arguments is untrusted. */
export function errorBlock(toolName: string, error: CallError | string, boundary: string): string {
  return resultBlock(toolName, shownResult({ error }), boundary);
}

export function errorText({ code, message }: CallError): string {
  return `${code}: ${message}`;
}
