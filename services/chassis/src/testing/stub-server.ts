import { exportJWK, generateKeyPair } from 'jose';
import { signAssertion } from '../assertions/sign-assertion.js';
import { createAssertionVerifier, type VerifyAssertion } from '../assertions/verify-assertion.js';
import type { Principal } from '../calls/principal.js';
import { isStream, listMethods } from '../grpc/methods.js';
import type { ServiceHandlers } from '../grpc/server.js';

const KID = 'test-key';

/** A fake identity, whose assertions verify. */
export interface TestIssuer {
  readonly verify: VerifyAssertion;
  readonly sign: (principal: Principal) => Promise<string>;
}

export async function createTestIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('Ed25519', { extractable: true });
  const jwk = JSON.stringify({ ...(await exportJWK(publicKey)), kid: KID, alg: 'EdDSA' });
  return {
    verify: createAssertionVerifier('test', async () => [jwk]),
    sign: (principal) => signAssertion(principal, { kid: KID, privateKey }),
  };
}

/** The handlers of a service that a test needs. */
export type Stubs<Definition> = {
  -readonly [Method in keyof ServiceHandlers<Definition>]?: ServiceHandlers<Definition>[Method];
};

/** All handlers of a service. Each call looks up the test's handler; a missing one fails like a bug. */
export function stubHandlers<Definition extends object>(
  definition: Definition,
  stubs: Stubs<Definition> = {},
): ServiceHandlers<Definition> {
  const stubOf = (name: string) => {
    const stub = Reflect.get(stubs, name) as ((...call: unknown[]) => unknown) | undefined;
    if (!stub) throw new Error(`The test has no handler for ${name}.`);
    return stub;
  };
  const handlers = listMethods(definition).map(([name, method]) => [
    name,
    isStream(method)
      ? async function* (...call: unknown[]): AsyncIterable<unknown> {
          yield* stubOf(name)(...call) as AsyncIterable<unknown>;
        }
      : async (...call: unknown[]): Promise<unknown> => stubOf(name)(...call),
  ]);
  return Object.fromEntries(handlers) as ServiceHandlers<Definition>;
}
