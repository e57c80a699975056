import { createBruteForceLimit } from '@svc/chassis/limits/brute-force-limit';
import type { Claimant } from '@svc/chassis/limits/claimant';
import { networkOf, widerNetworkOf } from '@svc/chassis/limits/client-network';
import { createRateLimit } from '@svc/chassis/limits/rate-limit';
import type { Log } from '@svc/chassis/logging/log';

/** Limits password attempts, new accounts and mailed links, by IPv6 networks and IPv4 addresses. */
export interface SignInLimit {
  /**
   * Checks the password of a sign-in for an account from an address and returns the result of the check, false for a wrong one. Limits: 10 attempts
   * in 15 minutes, 60 failed ones for all accounts, and 300 from the wider network (/24, /48), unless the account has signed in from there in the
   * last 20 days. After 100 attempts an hour from all addresses it delays. Attempts that could not be checked are not counted. Throws RATE_LIMITED.
   */
  attempt<T>(email: string, address: string, check: (claimant: Claimant) => Promise<T | false>): Promise<T | false>;
  /** Clears the attempts for an account from all addresses, because its owner has set a new password. Failed attempts of an address remain. */
  forget(email: string): Promise<void>;
  /** The same for a signed-in user: 10 attempts in 15 minutes per session, counted separately from others. */
  attemptOwn(sessionId: string, check: () => Promise<boolean>): Promise<boolean>;
  /** Counts a new account from an address: 60 in 15 minutes, 300 from its wider network. Throws RATE_LIMITED. */
  countSignUp(address: string): Promise<void>;
  /** Counts a request for a reset link: 10 in 15 minutes for an account from an address. Throws RATE_LIMITED. */
  countReset(email: string, address: string): Promise<void>;
  /** Counts a mailed reset link: 5 an hour for an account, because each invalidates the previous one. Throws RATE_LIMITED. */
  countResetMail(email: string): Promise<void>;
  close(): void;
}

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

export function createSignInLimit(redisUrl: string | undefined, log: Log): SignInLimit {
  const open = (name: string, tries: number, windowSeconds: number, what: string) =>
    createRateLimit({ name: `identity:${name}`, tries, windowSeconds, what, redisUrl, log });
  const guesses = createBruteForceLimit({
    name: 'identity:sign-in',
    tries: 10,
    windowSeconds: QUARTER_HOUR,
    networkTries: 60,
    widerTries: 300,
    what: 'sign in',
    tooMany: 'sign-in attempts',
    redisUrl,
    log,
  });
  const ownTries = open('own-password', 10, QUARTER_HOUR, 'give your password');
  const signUps = open('sign-up', 60, QUARTER_HOUR, 'create accounts');
  const widerSignUps = open('sign-up-wider', 300, QUARTER_HOUR, 'create accounts');
  const resets = open('reset', 10, QUARTER_HOUR, 'reset the password');
  const resetMails = open('reset-mail', 5, HOUR, 'reset the password');
  const accountOf = (email: string): string => email.toLowerCase();
  return {
    attempt: (email, address, check) => guesses.attempt(accountOf(email), address, check),
    forget: (email) => guesses.forget(accountOf(email)),
    async attemptOwn(sessionId, check) {
      await ownTries.countTry(sessionId);
      const isRight = await check().catch(async (error: unknown) => {
        await ownTries.giveBack(sessionId);
        throw error;
      });
      if (isRight) await ownTries.forget(sessionId);
      return isRight;
    },
    async countSignUp(address) {
      await signUps.countTry(networkOf(address));
      await widerSignUps.countTry(widerNetworkOf(address));
    },
    countReset: (email, address) => resets.countTry(accountOf(email), networkOf(address)),
    countResetMail: (email) => resetMails.countTry(accountOf(email)),
    close: () => [guesses, ownTries, signUps, widerSignUps, resets, resetMails].forEach((limit) => limit.close()),
  };
}
