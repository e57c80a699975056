import { lazy, Suspense } from 'react';
import { type ToolCall, undecidedEnd } from '../answer/answer.js';
import { ToolCallView } from './tool-call-view.js';

// Loaded with the first question to the user.
const ApprovalInChat = lazy(async () => ({ default: (await import('./approval-in-chat.js')).ApprovalInChat }));
const ClosedApproval = lazy(async () => ({ default: (await import('./closed-approval.js')).ClosedApproval }));

/** The tool with which a model only loads further tools. */
const LOADING = 'tools_load';

/** A look-up, a change, or a question about one. */
export function ToolPart({ call }: { readonly call: ToolCall }) {
  if (call.state === 'approval-requested' && call.approval) {
    return (
      <Suspense>
        <ApprovalInChat approvalId={call.approval.id} />
      </Suspense>
    );
  }
  const closed = undecidedEnd(call);
  if (closed && call.asked) {
    return (
      <Suspense>
        <ClosedApproval call={call} asked={call.asked} state={closed} />
      </Suspense>
    );
  }
  return call.toolName === LOADING ? null : <ToolCallView call={call} />;
}
