import { networkOf } from '@svc/chassis/limits/client-network';
import { createRateLimit } from '@svc/chassis/limits/rate-limit';
import type { Log } from '@svc/chassis/logging/log';

/** Limits invitations, because each may mail a person who never asked for it. */
export interface InvitationLimit {
  /** Counts one: 60 an hour of an account, 120 of all accounts in a network, 10 a day to an address from everyone. Throws RATE_LIMITED. */
  countTry(invitation: { readonly userId: string; readonly address: string; readonly email: string }): Promise<void>;
  close(): void;
}

const HOUR = 60 * 60;

export function createInvitationLimit(redisUrl: string | undefined, log: Log): InvitationLimit {
  const open = (name: string, tries: number, windowSeconds: number, what: string) =>
    createRateLimit({ name: `identity:${name}`, tries, windowSeconds, what, redisUrl, log });
  const ofAccount = open('invitations', 60, HOUR, 'invite people');
  const ofNetwork = open('invitations-network', 120, HOUR, 'invite people');
  const toAddress = open('invitations-address', 10, 24 * HOUR, 'invite this address');
  return {
    async countTry({ userId, address, email }) {
      await ofAccount.countTry(userId);
      // A gateway of an earlier version does not send it.
      if (address !== '') await ofNetwork.countTry(networkOf(address));
      await toAddress.countTry(email.toLowerCase());
    },
    close: () => [ofAccount, ofNetwork, toAddress].forEach((limit) => limit.close()),
  };
}
