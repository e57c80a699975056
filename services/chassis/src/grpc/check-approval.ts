import { APPROVAL_LIFTED, type Principal } from '../calls/principal.js';
import { appError } from '../errors/app-error.js';
import type { Sensitivity } from './methods.js';

/** Throws APPROVAL_REQUIRED for an agent without the approval that a sensitive method needs. No other caller needs one. */
export function checkApproval(principal: Principal, sensitivity: Sensitivity): void {
  if (sensitivity === 'none' || principal.kind !== 'agent') return;
  const { approval } = principal.agent;
  // Gateways of the previous release claim approvals themselves and send none.
  if (approval === undefined) return;
  const isApproved = approval !== null && (approval !== APPROVAL_LIFTED || sensitivity === 'write');
  if (!isApproved)
    throw appError('APPROVAL_REQUIRED', "This needs the user's approval. Request it at the Agent Bridge.");
}
