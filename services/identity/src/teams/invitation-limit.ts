import { networkOf } from '@svc/chassis/limits/client-network';
import { createRateLimit } from '@svc/chassis/limits/rate-limit';
import type { Log } from '@svc/chassis/logging/log';

/** Limits invitations, because each may mail a person who did not request it. */
export interface InvitationLimit {
  /**
   * Counts an invitation: 60 an hour from an account, 120 from all accounts in a network, 10 a day to an address from all accounts. Throws
   * RATE_LIMITED.
   */
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
      // Gateways of earlier versions do not send the address.
      if (address !== '') await ofNetwork.countTry(networkOf(address));
      await toAddress.countTry(email.toLowerCase());
    },
    close: () => [ofAccount, ofNetwork, toAddress].forEach((limit) => limit.close()),
  };
}
