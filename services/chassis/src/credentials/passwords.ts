import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { currentCall } from '../calls/call-context.js';
import { appError, rateLimited } from '../errors/app-error.js';
import { createAdmission } from '../limits/admission.js';
import { type Claimant, currentClaimant, KNOWN } from '../limits/claimant.js';

/** argon2id (the library's default) with the first set of parameters that OWASP's Password Storage Cheat Sheet recommends. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of no password, so that a sign-in without an account takes as long as one with a wrong password. */
const NO_PASSWORD = hash(crypto.randomUUID(), PARAMETERS);

/** Maximum passwords waiting to be hashed, and maximum wait in seconds. */
const LINE = { name: 'password-checks', tries: 50, windowSeconds: 5 };

/** Hashing shares its threads with signing and takes a core per password: a flood of passwords must leave some of both. */
const admit = createAdmission({
  capacity: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waitingMax: LINE.tries,
  waitMs: LINE.windowSeconds * 1_000,
  refusal: () => rateLimited('Too many passwords are being checked. Try again in a few seconds.', LINE, 5),
});

/** Milliseconds in the queue that indicate a flood. */
const FLOOD_MS = 200;

/** Signed-in callers form one group, which alternates with all other callers. */
const signedIn = (): Claimant => [KNOWN, ...currentClaimant()];

/** The encoded hash of a password to store. Throws RATE_LIMITED when too many passwords wait. */
export function hashPassword(password: string, claimant = signedIn()): Promise<string> {
  return inTurn(claimant, () => hash(password, PARAMETERS));
}

/** Whether the password matches the hash; `null` means an account that does not exist. Throws RATE_LIMITED when too many passwords wait. */
export async function isPassword(
  password: string,
  passwordHash: string | null,
  claimant = signedIn(),
): Promise<boolean> {
  const stored = passwordHash ?? (await NO_PASSWORD);
  const matches = await inTurn(claimant, () => verify(stored, password));
  return passwordHash !== null && matches;
}

async function inTurn<T>(claimant: Claimant, work: () => Promise<T>): Promise<T> {
  const askedAt = performance.now();
  const leave = await admit(1, claimant);
  const startedAt = performance.now();
  try {
    if (currentCall()?.signal.aborted) throw appError('TIMEOUT', 'The caller disconnected before the response.');
    return await work();
  } finally {
    const tookMs = performance.now() - startedAt;
    // While passwords queue up, leave half of the time to other work.
    if (startedAt - askedAt > FLOOD_MS) setTimeout(leave, tookMs);
    else leave();
  }
}
