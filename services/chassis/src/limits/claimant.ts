import { currentCall } from '../calls/call-context.js';
import { networkOf, widerNetworkOf } from './client-network.js';

/** Among whom room is shared: the groups that a claimant belongs to, from the widest to the claimant itself. */
export type Claimant = readonly string[];

/** Widest groups of a line that those who are known share with everybody else: neither can fill it for the other. */
export const KNOWN = 'known';
export const UNKNOWN = 'unknown';

/** A user is one wherever they are; everybody else shares with their network, and that with the wider one (/24, /48). */
export function claimantOf(userId: string | undefined, address: string): Claimant {
  if (userId !== undefined) return [`user ${userId}`];
  return [`network ${widerNetworkOf(address)}`, networkOf(address)];
}

/** Who the running call is for, else where it comes from. */
export function currentClaimant(address = ''): Claimant {
  const call = currentCall();
  const principal = call?.principal;
  return claimantOf(principal && 'userId' in principal ? principal.userId : call?.userId, address);
}
