import { AppError, invalidInput, noSuch } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import { parseInput, validationError } from '@svc/chassis/schemas/parse-input';
import { hashInput } from '@svc/operations/approvals/hash-input';
import type { Operation } from '@svc/operations/registry/define-operation';
import type { DecideApprovalRequest } from '@svc/proto/copilot/v1/conversation_service';
import type { Approval, ApprovalService } from '@svc/proto/identity/v1/approval_service';
import { copilotError } from '../error-codes.js';
import type { ToolBox } from '../tools/tool-box.js';
import type { Decision } from './apply-decision.js';

/** Sends decisions to identity as the user. */
export interface DecidingParts {
  readonly decisions: Pick<PromiseClient<typeof ApprovalService>, 'decideApproval' | 'getApproval'>;
  /** Dependencies of approved calls; undefined when the copilot has no tools. */
  readonly tools: () => Promise<{ readonly box: Pick<ToolBox, 'tools'> } | undefined>;
}

/**
 * Decides a call of a turn as the calling user, perhaps with edited input. Throws NOT_FOUND also for an approval that an agent asked for;
 * VALIDATION_ERROR for input that the operation refuses, or that names another record; APPROVAL_ALREADY_DECIDED and APPROVAL_EXPIRED.
 */
export async function decideAsUser(
  { decisions, tools }: DecidingParts,
  { approvalId, decision, inputJson, reason }: DecideApprovalRequest,
): Promise<Omit<Decision, 'sessionId'>> {
  if (decision !== 'approved' && decision !== 'denied') throw invalidInput('decision', 'must be approved or denied.');
  const { approval } = await decisions.getApproval({ approvalId });
  const turnId = approval?.turnId;
  if (!approval || typeof turnId !== 'string') throw noSuch('approval');
  const edited = typeof inputJson === 'string' ? readEdit(await operationOf(tools, approval), approval, inputJson) : {};
  try {
    await decisions.decideApproval({ approvalId, decision, reason, ...edited });
  } catch (error) {
    throw await refusalOf(decisions, approvalId, error);
  }
  return { turnId, approvalId, status: decision };
}

async function operationOf(tools: DecidingParts['tools'], approval: Approval): Promise<Operation | undefined> {
  const opened = await tools();
  return opened?.box.tools.find((tool) => tool.operation.name === approval.operation)?.operation;
}

function readEdit(operation: Operation | undefined, approval: Approval, inputJson: string) {
  if (!operation) throw invalidInput('input', 'must not be changed: the operation no longer exists.');
  const sent: unknown = JSON.parse(inputJson);
  const proposed = Object(JSON.parse(approval.inputJson ?? '{}')) as Record<string, unknown>;
  const input = parsedBelow(operation, sent);
  const { by = [], item } = operation.target ?? {};
  for (const name of [...by, ...(item === undefined ? [] : [item])]) {
    // The record whose change the user saw.
    if (input[name] !== proposed[name]) throw invalidInput(`input.${name}`, 'must stay as it was proposed.');
  }
  return { editedInputJson: JSON.stringify(input), editedInputHash: hashInput(input) };
}

function parsedBelow(operation: Operation, sent: unknown): Record<string, unknown> {
  try {
    return parseInput(operation.input, sent);
  } catch (error) {
    if (!(error instanceof AppError) || error.details.length === 0) throw error;
    throw validationError(error.details.map(({ path, message }) => ({ path: `input.${path}`, message })));
  }
}

/** Explains why an approval can no longer be decided. */
async function refusalOf(decisions: DecidingParts['decisions'], approvalId: string, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'INVALID_TRANSITION') return error;
  const { approval } = await decisions.getApproval({ approvalId });
  return approval?.status === 'expired'
    ? copilotError('APPROVAL_EXPIRED', 'This can no longer be approved. Ask the copilot again.')
    : copilotError('APPROVAL_ALREADY_DECIDED', 'This is already decided. Follow the conversation to see the outcome.');
}
