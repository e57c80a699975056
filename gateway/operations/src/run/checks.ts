import { openingScopes } from '@svc/chassis/calls/agent-scopes';
import { appError } from '@svc/chassis/errors/app-error';
import type { Operation } from '../registry/define-operation.js';
import { operationError } from './error-codes.js';
import type { Caller } from './operation-context.js';

type Check = (operation: Operation, caller: Caller | undefined) => void;

/** Throws UNAUTHENTICATED when the operation needs a signed-in caller. */
export const checkSignedIn: Check = (operation, caller) => {
  if (!isOpen(operation) && !caller) {
    throw appError('UNAUTHENTICATED', 'Sign in first: this needs an account.');
  }
};

/** Throws FORBIDDEN for services, which have no account, and ADMIN_REQUIRED for non-administrators where the operation requires one. */
export const checkRole: Check = (operation, caller) => {
  if (isOpen(operation) || !caller) return;
  if (caller.kind === 'service') throw appError('FORBIDDEN', 'Only people and their agents may do this.');
  if (operation.access === 'admin' && !(caller.kind === 'user' && caller.role === 'admin')) {
    throw appError('ADMIN_REQUIRED', 'Only administrators may do this.');
  }
  if (operation.access === 'adapter' && !(caller.kind === 'agent' && caller.connectionId === null)) {
    throw appError('FORBIDDEN', 'Only adapters of the operator may do this.');
  }
};

/** Throws FORBIDDEN for an agent when the operation has no scope, and INSUFFICIENT_SCOPE when the agent lacks it. */
export const checkScope: Check = (operation, caller) => {
  if (caller?.kind !== 'agent' || operation.access === 'adapter') return;
  const scopes = scopesOf(operation);
  if (scopes.length === 0) {
    throw appError('FORBIDDEN', 'Agents may not do this. The user must do it in the product itself.');
  }
  if (!scopes.some((scope) => caller.scopes.includes(scope))) {
    const message = `The agent needs the scope ${scopes.join(' or ')} for this. Ask the user for it.`;
    throw operationError('INSUFFICIENT_SCOPE', message, { data: { scopes, granted: caller.scopes } });
  }
};

/** Rules for which sensitive writes of agents need an approval; all by default. */
export interface ApprovalRules {
  /** Whether tier 2 writes that delete nothing need an approval; deletions always do. */
  readonly approvesNonDeleteWrites: boolean;
}

/** Whether the caller needs the user's approval to run the operation with this input. */
export function needsApproval(
  operation: Pick<Operation, 'tier' | 'destructive' | 'asksApproval' | 'changesNothing'>,
  input: Readonly<Record<string, unknown>>,
  caller: Caller | undefined,
  { approvesNonDeleteWrites }: ApprovalRules,
): boolean {
  if (caller?.kind !== 'agent' || operation.changesNothing?.(input) === true) return false;
  const { tier, destructive } = operation;
  return destructive || (tier === 2 && approvesNonDeleteWrites) || operation.asksApproval?.(input) === true;
}

/** Whether an agent's call of the operation may need an approval. */
export function mayNeedApproval({ tier, destructive, asksApproval }: Operation): boolean {
  return destructive || tier === 2 || asksApproval !== undefined;
}

/** Whether a suggestion may propose the operation: a write of agents that the user could make too, no deletion, streamed body or other suggestion. */
export function isProposable(operation: Operation): boolean {
  const { access, http, tier, destructive, scope, family } = operation;
  if (!isForUsers(operation) || family === 'suggestions') return false;
  return access === 'user' && !http.accepts && tier > 0 && !destructive && scope !== undefined;
}

const CHECKS = [checkSignedIn, checkRole, checkScope];

/** Throws unless the caller may call the operation with some input; runs before the body is read. */
export function checkCaller(operation: Operation, caller: Caller | undefined): void {
  for (const check of CHECKS) check(operation, caller);
}

/** Whether the operation is offered to agents or adapters. */
export function isForAgents({ scope, access }: Operation): boolean {
  return scope !== undefined || access === 'adapter';
}

/** Whether the operation is offered to users and the programs they sign in with. */
export function isForUsers({ audience, access }: Operation): boolean {
  return audience !== 'agents' && access !== 'adapter';
}

/** Scopes of which an agent needs one; empty for operations closed to agents. */
export function scopesOf({ scope, otherScopes = [] }: Operation): readonly string[] {
  return openingScopes(scope, ...otherScopes);
}

function isOpen({ access }: Operation): boolean {
  return access === 'public' || access === 'anyone';
}
