import { currentCall } from '../calls/call-context.js';
import { networkOf, widerNetworkOf } from './client-network.js';

/** The groups of a claimant that share room, from the widest to the claimant itself. */
export type Claimant = readonly string[];

/** Widest groups: known callers and all others. Neither can exhaust the queue of the other. */
export const KNOWN = 'known';
export const UNKNOWN = 'unknown';

/** A user is one claimant from any network; other callers share with their network, and that shares with the wider one (/24, /48). */
export function claimantOf(userId: string | undefined, address: string): Claimant {
  if (userId !== undefined) return [`user ${userId}`];
  return [`network ${widerNetworkOf(address)}`, networkOf(address)];
}

/** The claimant of the current call: its user, else its network. */
export function currentClaimant(address = ''): Claimant {
  const call = currentCall();
  const principal = call?.principal;
  return claimantOf(principal && 'userId' in principal ? principal.userId : call?.userId, address);
}
