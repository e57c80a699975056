import { isStream, listMethods, type PromiseClient, type UnaryMethod } from './methods.js';

/** Calls a method within the process. */
export type OwnCall = (method: UnaryMethod<unknown, unknown>, request: unknown) => Promise<unknown>;

/**
 * A client whose calls stay within the process. Messages are written and read as if they were sent, so that either side has them as it
 * has all others, and its own.
 */
export function createOwnClient<Definition extends object>(
  definition: Definition,
  call: OwnCall,
): PromiseClient<Definition> {
  const methods = listMethods(definition).map(([name, method]) => [
    name,
    isStream(method)
      ? () => {
          throw new TypeError(`${method.path} is a stream, which is followed over a connection alone.`);
        }
      : async (request: unknown) => {
          const answer = await call(method, method.requestDeserialize(method.requestSerialize(request)));
          return method.responseDeserialize(method.responseSerialize(answer ?? {}));
        },
  ]);
  return Object.fromEntries(methods) as PromiseClient<Definition>;
}
