import { useState } from 'react';
import { useChange, useOperation } from '../../api/queries.js';
import { useApproval } from '../../approvals/approval-query.js';
import { stateOf, visible } from '../../approvals/change-texts.js';
import { ChangeView, Everything } from '../../approvals/change-view.js';
import { DecisionView } from '../../approvals/decision-view.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { type ToolCall, undecidedEnd } from '../answer/answer.js';
import { editableFields, EditApproval } from './edit-approval.js';

/** Labels of decided approvals while others are open. */
const DECIDED: Readonly<Record<string, string>> = {
  approved: 'Approved:',
  denied: 'Denied:',
  executing: 'Doing:',
  expired: 'Not decided in time:',
  withdrawn: 'Withdrawn:',
};

const DONE = 'Done:';

/** The copilot's stored request, and the decision, without any of the model's words. */
export function ApprovalInChat({ approvalId }: { readonly approvalId: string }) {
  const { data: approval } = useApproval(approvalId);
  const decide = useChange('copilot.decide_approval');
  const [isEditing, setEditing] = useState(false);
  if (!approval) return null;
  const { summary, destructive, status, input } = approval;
  if (status !== 'pending') {
    return (
      <p className="text-soft [overflow-wrap:anywhere]">
        {DECIDED[stateOf(approval)] ?? 'Decided:'} <bdi>{visible(summary)}</bdi>
      </p>
    );
  }
  const fields = editableFields(approval);
  const settle = (decision: 'approve' | 'deny'): void => decide.mutate({ input: { approvalId, decision } });
  return (
    <section
      aria-label={`The copilot asks: ${visible(summary)}`}
      className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface px-4 py-3"
    >
      <h3 className="font-semibold [overflow-wrap:anywhere]">
        <bdi>{visible(summary)}</bdi>
      </h3>
      {destructive && <Notice tone="warn">This can't be undone.</Notice>}
      <ChangeView approval={approval} />
      {isEditing && input !== null ? (
        <EditApproval
          input={input}
          fields={fields}
          approve={(edited) => decide.mutateAsync({ input: { approvalId, decision: 'approve', input: edited } })}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <>
          {fields.length > 0 && (
            <div>
              <Button onClick={() => setEditing(true)}>Change it first</Button>
            </div>
          )}
          <DecisionView
            approval={approval}
            hint="You approve this one action."
            isBusy={decide.isPending}
            problem={decide.error}
            isWholePage={false}
            onApprove={() => settle('approve')}
            onDeny={() => settle('deny')}
          />
        </>
      )}
      <Everything approval={approval} />
    </section>
  );
}

/** Announces the request and its outcome to screen readers. */
export function SpokenApproval({ approvalId, call }: { readonly approvalId: string; readonly call: ToolCall }) {
  const { data: approval } = useOperation('approvals.get', { approvalId });
  const { state } = call;
  if (!approval) return null;
  const what = visible(approval.summary);
  const decided = DECIDED[undecidedEnd(call) ?? (state === 'output-denied' ? 'denied' : stateOf(approval))];
  return (
    <>
      <p>The copilot asks: {what}. Approve or deny it.</p>
      {state === 'output-available' && (
        <p>
          {DONE} {what}
        </p>
      )}
      {state !== 'output-available' && decided !== undefined && (
        <p>
          {decided} {what}
        </p>
      )}
    </>
  );
}
