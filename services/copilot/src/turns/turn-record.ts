import type { ModelUse } from '../settings/usage-repo.js';
import type { ToolCallRecord } from '../tools/tool-call-repo.js';

/** What is kept of a turn beside its message, while it comes about. */
export interface TurnRecord {
  readonly use: { -readonly [Field in keyof ModelUse]: ModelUse[Field] };
  readonly toolCalls: ToolCallRecord[];
  /** Milliseconds that it ran, but for the time in which it waited for its user. */
  ranMs: number;
  /** Its model may have read what others than the user wrote. */
  isTainted: boolean;
}

export function beginRecord(): TurnRecord {
  return {
    use: { modelCalls: 0, failovers: 0, promptTokens: 0, completionTokens: 0 },
    toolCalls: [],
    ranMs: 0,
    isTainted: false,
  };
}
