import { endText, StateChip } from '../../approvals/approval-outcome.js';
import { type Change, visible } from '../../approvals/change-texts.js';
import { ChangeView } from '../../approvals/change-view.js';
import type { Question, ToolCall } from '../answer/answer.js';

interface ClosedApprovalProps {
  readonly call: ToolCall;
  readonly asked: Question;
  readonly state: 'withdrawn' | 'expired';
}

const LABELS = { withdrawn: 'Withdrawn', expired: 'Not decided in time' } as const;

/** A question to the user that ended without their decision, from the stored message: it outlasts the approval. */
export function ClosedApproval({ call, asked, state }: ClosedApprovalProps) {
  const { summary, diff, destructive } = asked;
  const { toolName: operation, input } = call;
  const isFields = typeof input === 'object' && input !== null;
  const change: Change = {
    operation,
    summary,
    diff,
    destructive,
    input: isFields ? (input as Record<string, unknown>) : null,
    // The copilot asked; which conversation it was makes no difference here.
    conversationId: '',
  };
  return (
    <section
      aria-label={`${LABELS[state]}: ${visible(summary)}`}
      className="flex min-w-0 flex-col gap-3 rounded-md border border-line px-4 py-3 text-soft"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{visible(summary)}</bdi>
        </h3>
        <StateChip state={state} />
      </div>
      <ChangeView approval={change} />
      <p>{endText(state, true)}</p>
    </section>
  );
}
