import type { CallContext } from '@svc/chassis/calls/call-context';
import { AppError, appError } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import { required } from '@svc/chassis/grpc/required';
import { validationError } from '@svc/chassis/schemas/parse-input';
import { namesInPath } from '@svc/http-host/http/http-operation';
import type { ApprovalService, ClaimApprovalResponse } from '@svc/proto/identity/v1/approval_service';
import type { OperationCatalog } from '../registry/catalog.js';
import type { Operation } from '../registry/define-operation.js';
import { assertionsOf, AUDIENCES } from '../run/assertions.js';
import { scopesOf } from '../run/checks.js';
import { operationError } from '../run/error-codes.js';
import type { AskedApproval, OperationContext } from '../run/operation-context.js';
import { isRefusal } from '../run/refusals.js';
import { isNamed } from './change-words.js';
import { type ChangeDescription, describeChange } from './describe-change.js';
import { dryRun } from './dry-run.js';
import { hashInput } from './hash-input.js';

/** Stores approvals and tracks their use. */
export type ApprovalKeeper = Pick<
  PromiseClient<typeof ApprovalService>,
  'requestApproval' | 'getApproval' | 'claimApproval' | 'releaseApproval' | 'completeApproval'
>;

/** Decides which calls the user must approve, and where approvals are stored. */
export interface ApprovalPolicy {
  /** Whether a call with this input needs an approval. */
  needsApproval(operation: Operation, input: Readonly<Record<string, unknown>>): boolean;
  readonly keeper: ApprovalKeeper;
}

/** A call that needs the user's approval. */
export interface SensitiveCall {
  readonly keeper: ApprovalKeeper;
  readonly operation: Operation;
  /** Input as parsed by the operation's schema. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: OperationContext;
  readonly catalog: OperationCatalog;
  /** Scopes of the calling agent; undefined for other callers, such as the copilot. */
  readonly scopes: readonly string[] | undefined;
  /** Idempotency key of the call; a retry with the same key may reuse the approval it claimed. */
  readonly claimKey: string;
  readonly approvalId: string | undefined;
  readonly noteApproval: ((approvalId: string) => void) | undefined;
  /** Hash of the stored input when that is executed; undefined for input the agent sends. */
  readonly storedHash: Buffer | undefined;
}

/**
 * Runs a call under the approval it names. The approval is claimed for this call, valid for exactly this input, and only while the record is
 * unchanged since the user saw it. A call that names none and would change nothing returns the record instead, if its caller may read it, like the
 * same call of a user. Throws APPROVAL_REQUIRED with a newly requested approval when the call names none, APPROVAL_INVALID, and APPROVAL_STALE when
 * the record has changed.
 */
export async function runApproved(call: SensitiveCall, callContext: CallContext): Promise<unknown> {
  const { operation, input, context, keeper, claimKey, approvalId } = call;
  if (approvalId === undefined) {
    const change = await describeChange(operation, input, context, call.catalog.find);
    if (change.unchanged && mayRead(call)) return change.unchanged;
    throw approvalRequired(await requestApproval(call, change), call);
  }
  call.noteApproval?.(approvalId);
  const { expectedVersion, claimNumber, ...claimed } = await claimFor(call, approvalId);
  const assertions = assertionsOf(claimed);
  // Services check the approval. The previous release of identity issues no such assertions, and services then require none.
  if (Object.keys(assertions).length > 0) callContext.assertions = assertions;
  let result: unknown;
  try {
    result = await operation.run(input, { ...context, expectedVersion: expectedVersion ?? context.expectedVersion });
  } catch (error) {
    // Release only this call's own claim: a retry must not release the claim that the first call still uses. If releasing fails, the approval stays
    // claimed by this call, which may be retried.
    if (isRefusal(error) && typeof claimNumber === 'number') {
      await keeper.releaseApproval({ approvalId, requestId: claimKey, claimNumber }).catch(() => undefined);
    }
    throw isCode(error, 'VERSION_CONFLICT') ? approvalStale(error) : error;
  }
  // If this fails, the record of the call still shows that it was made.
  await keeper.completeApproval({ approvalId, requestId: claimKey }).catch(() => undefined);
  return result;
}

/** Claims the approval. Falls back to the stored input, which a newer schema may parse into more fields. */
async function claimFor(call: SensitiveCall, approvalId: string): Promise<ClaimApprovalResponse> {
  const { operation, claimKey, keeper } = call;
  const claim = (inputHash: Buffer): Promise<ClaimApprovalResponse> =>
    keeper.claimApproval({
      approvalId,
      operation: operation.name,
      inputHash,
      requestId: claimKey,
      audiences: [...AUDIENCES],
    });
  if (call.storedHash) return claim(call.storedHash);
  try {
    return await claim(hashInput(call.input));
  } catch (error) {
    const stored = isCode(error, 'APPROVAL_INVALID') ? await findStoredHash(call, approvalId) : undefined;
    if (!stored) throw error;
    return claim(stored);
  }
}

/** Returns the hash of an approval's stored input when it parses to the call's input; undefined otherwise. */
async function findStoredHash({ operation, input, keeper }: SensitiveCall, approvalId: string) {
  const stored = await keeper.getApproval({ approvalId }).catch(() => undefined);
  if (typeof stored?.approval?.inputJson !== 'string') return undefined;
  const today = operation.input.safeParse(JSON.parse(stored.approval.inputJson));
  if (!today.success || !hashInput(today.data).equals(hashInput(input))) return undefined;
  return stored.approval.inputHash;
}

/** Requests an approval for a call, or returns the existing request. Throws VALIDATION_ERROR when the call would visibly change nothing. */
export async function askForApproval(call: SensitiveCall, agentSays: string | undefined): Promise<AskedApproval> {
  const change = await describeChange(call.operation, call.input, call.context, call.catalog.find);
  if (change.unchanged && mayRead(call)) {
    throw validationError([{ path: 'input', message: 'must change something: the record has these values already.' }]);
  }
  return requestApproval(call, change, agentSays);
}

async function requestApproval(
  call: SensitiveCall,
  change: ChangeDescription,
  agentSays?: string,
): Promise<AskedApproval> {
  const { operation, input, context } = call;
  // Its errors tell of records, such as a taken promo code.
  if (call.scopes === undefined || mayRead(call)) await dryRun(operation, input, context);
  const response = await call.keeper.requestApproval({
    operation: operation.name,
    inputJson: JSON.stringify(input),
    inputHash: hashInput(input),
    summary: change.summary,
    agentSays,
    tier: operation.tier,
    destructive: operation.destructive,
    expectedVersion: change.expectedVersion,
    diffJson: JSON.stringify(change.diff),
  });
  const approval = required(response.approval, 'approval');
  const { id, status, expiresAt } = approval;
  // Only callers who may read the records see their contents.
  const mayReveal = !change.revealsRecords || mayRead(call);
  return {
    approvalId: id,
    status,
    expiresAt,
    summary: mayReveal ? approval.summary : operation.summary,
    agentSays: approval.agentSays ?? null,
    approvalUrl: `${context.baseUrl}/approvals/${id}`,
    diff: mayReveal ? change.diff : null,
  };
}

function mayRead({ operation, catalog, scopes }: SensitiveCall): boolean {
  return mayReadTarget(operation, catalog, scopes);
}

/** Whether an agent's scopes allow it to see the stored summary and changes of a call, as when it requested the approval. */
export function maySeeChange(
  operation: Operation | undefined,
  diff: readonly { readonly field: string }[] | null,
  catalog: OperationCatalog,
  scopes: readonly string[],
): boolean {
  const changesRecord = operation?.target !== undefined || namesInPath(operation?.http.path ?? '').has('dealId');
  const revealsRecords = operation === undefined || changesRecord || (diff ?? []).some(({ field }) => isNamed(field));
  return !revealsRecords || mayReadTarget(operation, catalog, scopes);
}

/** Whether scopes open the read of the records that an operation changes; unknown operations are treated as those of deals. */
function mayReadTarget(
  operation: Operation | undefined,
  catalog: OperationCatalog,
  scopes: readonly string[] | undefined,
): boolean {
  const reader = catalog.find(operation?.target?.read) ?? catalog.find('deals.get');
  return reader !== undefined && scopesOf(reader).some((scope) => scopes?.includes(scope));
}

const HOW_TO_MAKE =
  'call approvals.execute (the tool approvals_execute), or repeat the same call with the header x-dd-approval-id (over MCP also in `_meta`, as svc.agent/approval-id).';

function approvalRequired(asked: AskedApproval, { operation, context }: SensitiveCall): AppError {
  const { approvalId, approvalUrl, expiresAt, diff } = asked;
  const isApproved = asked.status === 'approved';
  const message = isApproved
    ? 'The user has approved this already. Follow `nextAction` to make the call.'
    : "This needs the user's approval. Show them `approvalUrl`; once they have approved, follow `nextAction`.";
  return appError('APPROVAL_REQUIRED', message, {
    data: {
      approvalId,
      approvalUrl,
      summary: asked.summary,
      diff: JSON.parse(JSON.stringify(diff)) as null,
      expiresAt: expiresAt?.toISOString() ?? null,
      nextAction: {
        type: isApproved ? 'use_approval' : 'wait_for_approval',
        instruction: isApproved
          ? `The user has approved this: ${HOW_TO_MAKE}`
          : `Ask the user to open ${approvalUrl} and decide. Once they have approved, ${HOW_TO_MAKE}`,
        check: { method: 'GET', path: `${context.apiPath}/approvals/${approvalId}`, tool: 'approvals_get' },
        retry: {
          operation: operation.name,
          headers: { 'x-dd-approval-id': approvalId },
          _meta: { 'svc.agent/approval-id': approvalId },
        },
        execute: {
          method: 'POST',
          path: `${context.apiPath}/approvals/${approvalId}/execute`,
          tool: 'approvals_execute',
        },
      },
    },
  });
}

function isCode(error: unknown, code: string): error is AppError {
  return error instanceof AppError && error.code === code;
}

function approvalStale(cause: AppError): AppError {
  const message =
    'The record has changed since you asked. Read it again, and ask for a new approval by making the call without this one.';
  return operationError('APPROVAL_STALE', message, { cause });
}
