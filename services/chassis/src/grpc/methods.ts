/** The .proto options of each method, by full path; written by the code generation. */
export type MethodTable = Readonly<Record<string, MethodRule>>;

export interface MethodRule {
  /** Requires no assertion. */
  readonly public: boolean;
  /** Requires the role `admin`. */
  readonly admin: boolean;
  /** An agent needs one of these scopes to call it. When empty, agents are refused unless the method is `public`. */
  readonly agentScopes: readonly string[];
  /** The services that may call it; empty for methods of users. */
  readonly services: readonly string[];
  /** NO_SIDE_EFFECTS: may be repeated freely. */
  readonly readOnly: boolean;
  /** Responses are not stored for replay under the same idempotency key. */
  readonly ignoresIdempotencyKey: boolean;
  /** Whether agents need the user's approval: `write`, unless the operator waives it; `delete`, always. */
  readonly sensitive?: Sensitivity;
}

export type Sensitivity = 'none' | 'write' | 'delete';

/** The methods of a service definition: they return promises, or streams for methods with many messages. */
export type PromiseClient<Definition> = {
  readonly [Method in keyof Definition]: Definition[Method] extends {
    requestSerialize: (value: infer Request) => Buffer;
    responseDeserialize: (bytes: Buffer) => infer Response;
  }
    ? (
        request: Request,
      ) => Definition[Method] extends { responseStream: true } ? AsyncIterable<Response> : Promise<Response>
    : never;
};

/** The part of a generated method definition that the adapters use. */
export interface UnaryMethod<Request, Response> {
  readonly path: string;
  readonly requestSerialize: (value: Request) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => Request;
  readonly responseSerialize: (value: Response) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

/** A streaming method. It only reads, and none of its messages is empty. */
export interface StreamMethod<Request, Response> extends UnaryMethod<Request, Response> {
  readonly responseStream: true;
}

/** The methods of a generated service definition, by name. */
export function listMethods(definition: object): [name: string, method: UnaryMethod<unknown, unknown>][] {
  return Object.entries(definition);
}

export function isStream(method: object): method is StreamMethod<unknown, unknown> {
  return 'responseStream' in method && method.responseStream === true;
}

/** A handler's response: optional when the message has no fields. */
export type Answered<Response> = keyof Response extends never ? Response | void : Response;

/** Largest gRPC message, in bytes. Images and other large bodies never travel this way. */
export const MESSAGE_BYTES_MAX = 8 * 1024 * 1024;
