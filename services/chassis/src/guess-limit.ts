import { setTimeout as pause } from 'node:timers/promises';
import { AppError, rateLimited } from './errors/app-error.js';
import { networkOf, widerNetworkOf } from './http/client-network.js';
import { createRateLimit, publicName, type RateLimitOptions } from './rate-limit.js';

export interface GuessLimitOptions extends RateLimitOptions {
  /** Tries of one network in vain for all accounts together within the window; as many as it likes when unset. */
  readonly networkTries?: number;
  /** Milliseconds between two tries for one account once there have been many from everywhere. */
  readonly delayMs?: number;
}

/** Bounds how often something that people choose, such as a password, is guessed. */
export interface GuessLimit {
  /**
   * Checks a guess for an account, or whatever else has a password, from a network, and answers what the check does: false for a
   * wrong one. Throws RATE_LIMITED when there were too many from there. After many from everywhere it delays: each wider network
   * (/24, /48) has a line of its own, and only who shares it with a flood may find it full. A right guess forgets the tries from its
   * network; one that could not be checked is not counted.
   */
  attempt<T>(account: string, address: string, check: () => Promise<T | false>): Promise<T | false>;
  close(): void;
}

/** Tries for one account from everywhere within an hour that are not delayed. */
const FREE_AN_HOUR = 100;

/** Delayed tries of one account that wait in one line at the same time. */
const WAITING_MAX = 5;

export function createGuessLimit({ delayMs = 1_000, networkTries, ...options }: GuessLimitOptions): GuessLimit {
  const fromNetwork = createRateLimit(options);
  const fromEverywhere = createRateLimit({
    ...options,
    name: `${options.name}:everywhere`,
    tries: FREE_AN_HOUR,
    windowSeconds: 60 * 60,
  });
  const ofNetwork =
    networkTries === undefined
      ? undefined
      : createRateLimit({ ...options, name: `${options.name}:network`, tries: networkTries });
  const waitInLine = createLines(delayMs, options);

  const giveBackShared = (account: string, network: string): Promise<unknown> =>
    Promise.all([fromEverywhere.giveBack(account), ofNetwork?.giveBack(network)]);

  /** Returns once the guess may be checked. */
  const admit = async (account: string, address: string): Promise<void> => {
    const network = networkOf(address);
    // Together, as each may have to wait until Redis is given up.
    const [ours, networks, everywhere] = await Promise.allSettled([
      fromNetwork.countTry(account, network),
      ofNetwork?.countTry(network),
      fromEverywhere.countTry(account),
    ]);
    for (const counted of [ours, networks]) if (counted.status === 'rejected') throw counted.reason;
    if (everywhere.status === 'fulfilled') return;
    if (!(everywhere.reason instanceof AppError)) throw everywhere.reason;
    await waitInLine(`${account}\n${widerNetworkOf(address)}`);
  };

  return {
    async attempt<T>(account: string, address: string, check: () => Promise<T | false>) {
      const network = networkOf(address);
      let right: T | false;
      try {
        await admit(account, address);
        right = await check();
      } catch (error) {
        await Promise.all([fromNetwork.giveBack(account, network), giveBackShared(account, network)]);
        throw error;
      }
      if (right !== false) await Promise.all([fromNetwork.forget(account, network), giveBackShared(account, network)]);
      return right;
    },
    close: () => [fromNetwork, fromEverywhere, ofNetwork].forEach((limit) => limit?.close()),
  };
}

/** Lines in which one after the other is let through; throws RATE_LIMITED when too many wait in one. */
function createLines(
  delayMs: number,
  { name: limit, what }: Pick<GuessLimitOptions, 'name' | 'what'>,
): (name: string) => Promise<void> {
  const seconds = Math.ceil((WAITING_MAX * delayMs) / 1_000);
  const policy = { name: `${publicName(limit)}-line`, tries: WAITING_MAX, windowSeconds: seconds };
  const message = `Too many tries to ${what} at the same time. Try again in a few seconds.`;
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
