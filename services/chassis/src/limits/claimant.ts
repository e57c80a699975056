import { currentCall } from '../calls/call-context.js';
import { networkOf, widerNetworkOf } from './client-network.js';

/** The groups of a claimant that share room, from the widest to the claimant itself. */
export type Claimant = readonly string[];

/** Widest groups: known callers and everyone else. Neither can fill the line for the other. */
export const KNOWN = 'known';
export const UNKNOWN = 'unknown';

/** A user is one claimant everywhere; everyone else shares with their network, and that with the wider one (/24, /48). */
export function claimantOf(userId: string | undefined, address: string): Claimant {
  if (userId !== undefined) return [`user ${userId}`];
  return [`network ${widerNetworkOf(address)}`, networkOf(address)];
}

/** The user of the current call, else its network. */
export function currentClaimant(address = ''): Claimant {
  const call = currentCall();
  const principal = call?.principal;
  return claimantOf(principal && 'userId' in principal ? principal.userId : call?.userId, address);
}
