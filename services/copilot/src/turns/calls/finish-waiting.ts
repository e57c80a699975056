import { parseInput } from '@svc/chassis/schemas/parse-input';
import type { Approval } from '@svc/proto/identity/v1/approval_service';
import { redactSecrets } from '../../tools/redact-secrets.js';
import { type MessagePart, type ToolPart, toolParts } from '../messages/message-parts.js';
import { type CallingParts, failureOfCall, isTaintingIn, statusOf } from './call-tools.js';
import { DENIED_BY_USER } from './denied-calls.js';
import { type CallError, NO_SUCH_TOOL } from './judge-call.js';
import { type Ended, reportError, reportOutput } from './report-result.js';
import { OUTCOME_UNKNOWN, runApprovedCall } from './run-call.js';

const NO_LONGER: CallError = { code: NO_SUCH_TOOL, message: 'This can no longer be done.' };
const PERHAPS_DONE: CallError = { code: OUTCOME_UNKNOWN, message: 'The change may have been made. Read the record.' };

/** Whether a message has calls that wait for the user. */
export function isWaiting(parts: readonly MessagePart[]): boolean {
  return toolParts(parts).some(({ state }) => state === 'approval-requested');
}

/**
 * Finishes the calls of a step that the user was asked about: runs the approved ones, one after the other, exactly as approved. Throws as `callTools`
 * does.
 */
export async function finishWaiting(parts: CallingParts): Promise<void> {
  const { live, tools, turn, signal, record } = parts;
  const approvals = await tools.approvals.list(turn);
  for (const part of toolParts(live.parts)) {
    if (part.state !== 'approval-requested') continue;
    signal.throwIfAborted();
    const approval = approvals.find(({ id }) => id === part.approval?.id);
    const startedAt = new Date();
    const { errorCode } = await finish(parts, part, approval);
    const status = errorCode === DENIED_BY_USER ? 'denied' : statusOf(errorCode);
    const call = { callId: part.toolCallId, operation: part.toolName };
    record.toolCalls.push({ ...call, status, errorCode, startedAt, endedAt: new Date() });
  }
  signal.throwIfAborted();
}

async function finish(parts: CallingParts, part: ToolPart, approval: Approval | undefined): Promise<Ended> {
  const call = { id: part.toolCallId, toolName: part.toolName };
  switch (approval?.status) {
    case 'approved':
    case 'executing':
    case 'used':
      return finishApproved(parts, call, approval);
    case 'denied': {
      const reason = typeof approval.reason === 'string' ? redactSecrets(approval.reason) : undefined;
      const decision = { approved: false, ...(reason !== undefined && { reason }) };
      return reportError(parts, call, denialOf(reason), decision);
    }
    case 'unconfirmed':
      return reportError(parts, call, PERHAPS_DONE);
    default:
      return reportError(parts, call, {
        code: 'APPROVAL_EXPIRED',
        message: 'The user did not decide in time. Ask them what they want.',
      });
  }
}

async function finishApproved(
  parts: CallingParts,
  call: { readonly id: string; readonly toolName: string },
  { id, status, inputHash, inputJson, isEdited }: Approval,
): Promise<Ended> {
  const decision = { approved: true };
  const tool = parts.tools.box.tools.find(({ operation }) => operation.name === call.toolName);
  if (!tool || typeof inputJson !== 'string') {
    // A process may have died while running it.
    const refusal = status === 'approved' ? NO_LONGER : PERHAPS_DONE;
    return reportError(parts, call, refusal, decision);
  }
  try {
    const sent: unknown = JSON.parse(inputJson);
    const input = parseInput(tool.operation.input, sent);
    const output = await runApprovedCall(parts, { id: call.id, tool, input }, { id, inputHash });
    const taints = isTaintingIn(parts, tool, output);
    return reportOutput(parts, call, {
      output: isEdited === true ? { changedByUser: sent, output } : output,
      taints,
      decision,
    });
  } catch (error) {
    return reportError(parts, call, failureOfCall(parts, tool, error), decision);
  }
}

/** The error for the model when the user denied a call. */
export function denialOf(reason: string | undefined): CallError {
  const why = reason === undefined ? '' : ` They say: ${JSON.stringify(reason)}`;
  return { code: DENIED_BY_USER, message: `Denied by the user. Do not try it again in this answer.${why}` };
}
