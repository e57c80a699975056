import { appError } from '../errors/app-error.js';
import { APPROVAL_LIFTED, type Principal } from '../calls/principal.js';
import type { Sensitivity } from './methods.js';

/** Throws APPROVAL_REQUIRED for an agent without what a method so sensitive demands. No other caller needs an approval. */
export function checkApproval(principal: Principal, sensitivity: Sensitivity): void {
  if (sensitivity === 'none' || principal.kind !== 'agent') return;
  const { approval } = principal.agent;
  // What gateways of the release before send says nothing of approvals: they have claimed them.
  if (approval === undefined) return;
  const isApproved = approval !== null && (approval !== APPROVAL_LIFTED || sensitivity === 'write');
  if (!isApproved)
    throw appError('APPROVAL_REQUIRED', 'This needs the approval of the user. Ask for it at the Agent Bridge.');
}
