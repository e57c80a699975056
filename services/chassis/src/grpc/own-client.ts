import { isStream, listMethods, type PromiseClient, type UnaryMethod } from './methods.js';

/** Calls a method within the process. */
export type OwnCall = (method: UnaryMethod<unknown, unknown>, request: unknown) => Promise<unknown>;

/** An in-process client. Messages are encoded and decoded as if they were sent, so that each side gets its own copy, as with any other call. */
export function createOwnClient<Definition extends object>(
  definition: Definition,
  call: OwnCall,
): PromiseClient<Definition> {
  const methods = listMethods(definition).map(([name, method]) => [
    name,
    isStream(method)
      ? () => {
          throw new TypeError(`${method.path} is a stream: call it on a connection.`);
        }
      : async (request: unknown) => {
          const answer = await call(method, method.requestDeserialize(method.requestSerialize(request)));
          return method.responseDeserialize(method.responseSerialize(answer ?? {}));
        },
  ]);
  return Object.fromEntries(methods) as PromiseClient<Definition>;
}
