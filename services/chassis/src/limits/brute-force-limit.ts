import { setTimeout as pause } from 'node:timers/promises';
import { AppError, rateLimited } from '../errors/app-error.js';
import { type Claimant, claimantOf, KNOWN, UNKNOWN } from './claimant.js';
import { networkOf, widerNetworkOf } from './client-network.js';
import { createRateLimit, publicName, type RateLimit, type RateLimitOptions, tooManyOf } from './rate-limit.js';

export interface BruteForceLimitOptions extends RateLimitOptions {
  /** Maximum wrong guesses from one network for all accounts together within the window; unlimited when unset. */
  readonly networkTries?: number;
  /** The same for a wider network (/24, /48), except for accounts with an earlier success from there. */
  readonly widerTries?: number;
  /** The same for one account from all networks, except networks from which it had an earlier success. */
  readonly accountTries?: number;
  /** Milliseconds between two tries for one account once there are many from all networks. */
  readonly delayMs?: number;
}

/** Limits guesses of secrets that people choose, such as passwords. */
export interface BruteForceLimit {
  /**
   * Checks a guess for an account, or anything else with a password, from a network, and returns the result of the check: false for a wrong guess.
   * The check receives its claimant: accounts with a recent success from that network are separate from all others. Throws RATE_LIMITED after too
   * many tries from the network. After many tries from all networks it delays: each wider network (/24, /48) has its own queue, so that a flood fills
   * only the queue of its own network. A correct guess clears the tries from its network; one that could not be checked is not counted.
   */
  attempt<T>(account: string, address: string, check: (claimant: Claimant) => Promise<T | false>): Promise<T | false>;
  /** Clears the tries for an account from each network, once it has a new secret. Tries that a network made for all accounts remain. */
  forget(account: string): Promise<void>;
  close(): void;
}

/** Tries for one account from all networks within an hour before delays start. */
const FREE_AN_HOUR = 100;

/** How long a success for an account from a network is remembered. */
const KNOWN_SECONDS = 20 * 24 * 60 * 60;

/** How long the number of an account's new secrets is remembered: longer than any window, so that no cleared try counts again. */
const RENEWED_SECONDS = 24 * 60 * 60;

/** Maximum delayed tries of one account in one queue. */
const WAITING_MAX = 5;

/** Keys of the tries for an account from one network, since its latest secret. */
type OwnKeys = readonly string[];

export function createBruteForceLimit({
  delayMs = 1_000,
  networkTries,
  widerTries,
  accountTries,
  ...options
}: BruteForceLimitOptions): BruteForceLimit {
  const fromNetwork = createRateLimit(options);
  const fromEverywhere = createRateLimit({
    ...options,
    name: `${options.name}:everywhere`,
    tries: FREE_AN_HOUR,
    windowSeconds: 60 * 60,
  });
  const openShared = (name: string, tries: number | undefined): RateLimit | undefined =>
    tries === undefined ? undefined : createRateLimit({ ...options, name: `${options.name}:${name}`, tries });
  const ofNetwork = openShared('network', networkTries);
  const ofWiderNetwork = openShared('wider-network', widerTries);
  const ofAccount = openShared('account', accountTries);
  const openTally = (name: string, windowSeconds: number): RateLimit =>
    createRateLimit({ ...options, name: `${options.name}:${name}`, tries: Number.MAX_SAFE_INTEGER, windowSeconds });
  const known = openTally('known', KNOWN_SECONDS);
  const renewed = openTally('renewed', RENEWED_SECONDS);
  const waitInLine = createLines(delayMs, options);

  const giveBackShared = (account: string, address: string, isKnown: boolean): Promise<unknown> =>
    Promise.all([
      fromEverywhere.giveBack(account),
      ofNetwork?.giveBack(networkOf(address)),
      isKnown ? undefined : ofWiderNetwork?.giveBack(widerNetworkOf(address)),
      isKnown ? undefined : ofAccount?.giveBack(account),
    ]);

  /** Returns once the guess may be checked. */
  const admit = async (account: string, address: string, isKnown: boolean, ownKeys: OwnKeys): Promise<void> => {
    const network = networkOf(address);
    // In parallel, because each may wait until Redis times out.
    const [ours, networks, wider, ofAll, everywhere] = await Promise.allSettled([
      fromNetwork.countTry(...ownKeys),
      ofNetwork?.countTry(network),
      isKnown ? undefined : ofWiderNetwork?.countTry(widerNetworkOf(address)),
      isKnown ? undefined : ofAccount?.countTry(account),
      fromEverywhere.countTry(account),
    ]);
    for (const counted of [ours, networks, wider, ofAll]) if (counted.status === 'rejected') throw counted.reason;
    if (everywhere.status === 'fulfilled') return;
    if (!(everywhere.reason instanceof AppError)) throw everywhere.reason;
    await waitInLine(`${account}\n${widerNetworkOf(address)}`);
  };

  return {
    async attempt<T>(account: string, address: string, check: (claimant: Claimant) => Promise<T | false>) {
      const network = networkOf(address);
      const [isKnown, secrets] = await Promise.all([known.has(account, network), renewed.countOf(account)]);
      const ownKeys: OwnKeys = secrets === 0 ? [account, network] : [account, network, `${secrets}`];
      let right: T | false;
      try {
        await admit(account, address, isKnown, ownKeys);
        right = await check(isKnown ? [KNOWN, account] : [UNKNOWN, ...claimantOf(undefined, address)]);
      } catch (error) {
        await Promise.all([fromNetwork.giveBack(...ownKeys), giveBackShared(account, address, isKnown)]);
        throw error;
      }
      if (right === false) return right;
      const giveBack = giveBackShared(account, address, isKnown);
      await Promise.all([fromNetwork.forget(...ownKeys), giveBack, known.countTry(account, network)]);
      return right;
    },
    async forget(account) {
      // The networks that tried are unknown, so their tries get new keys.
      await Promise.all([renewed.countTry(account), fromEverywhere.forget(account), ofAccount?.forget(account)]);
    },
    close: () =>
      [fromNetwork, fromEverywhere, ofNetwork, ofWiderNetwork, ofAccount, known, renewed].forEach((limit) =>
        limit?.close(),
      ),
  };
}

/** Queues that admit one caller at a time; throws RATE_LIMITED when one is full. */
function createLines(
  delayMs: number,
  { name: limit, ...words }: Pick<BruteForceLimitOptions, 'name' | 'what' | 'tooMany'>,
): (name: string) => Promise<void> {
  const seconds = Math.ceil((WAITING_MAX * delayMs) / 1_000);
  const policy = { name: `${publicName(limit)}-line`, tries: WAITING_MAX, windowSeconds: seconds };
  const message = `${tooManyOf(words)} at the same time. Try again in a few seconds.`;
  const lines = new Map<string, { waiting: number; last: Promise<void> }>();
  return async (name) => {
    const line = lines.get(name) ?? { waiting: 0, last: Promise.resolve() };
    if (line.waiting >= WAITING_MAX) throw rateLimited(message, policy, WAITING_MAX);
    lines.set(name, line);
    line.waiting += 1;
    line.last = line.last.then(() => pause(delayMs));
    await line.last;
    line.waiting -= 1;
    if (line.waiting === 0) lines.delete(name);
  };
}
