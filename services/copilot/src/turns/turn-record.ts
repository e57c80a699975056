import type { ToolCallRecord } from '../tools/tool-call-repo.js';
import type { ModelUse } from '../usage/usage-repo.js';

/** Facts about a turn besides its message, collected while it runs. */
export interface TurnRecord {
  readonly use: { -readonly [Field in keyof ModelUse]: ModelUse[Field] };
  readonly toolCalls: ToolCallRecord[];
  /** Run time in milliseconds, without the time spent waiting for the user. */
  ranMs: number;
  /** Its model may have read text that someone other than the user wrote. */
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
