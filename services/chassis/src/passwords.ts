import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default) with the first set of parameters that OWASP's Password Storage Cheat Sheet recommends. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of no password, so that a sign-in without an account takes as long as one with a wrong password. */
const NO_PASSWORD = hash(crypto.randomUUID(), PARAMETERS);

/** The encoded hash that is stored of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** Whether the password is the one that was hashed; `null` stands for an account that is not there. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NO_PASSWORD), password);
  return passwordHash !== null && matches;
}
