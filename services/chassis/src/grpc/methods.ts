/** What the .proto options say of each method, by full path; written by the code generation. */
export type MethodTable = Readonly<Record<string, MethodRule>>;

export interface MethodRule {
  /** No assertion is needed. */
  readonly public: boolean;
  /** The role admin is needed. */
  readonly admin: boolean;
  /** Agents may call it for the user who let them; without it, and without `public`, they are refused. */
  readonly agents: boolean;
  /** Services whose own assertion is needed; empty for methods of users. */
  readonly services: readonly string[];
  /** NO_SIDE_EFFECTS: may be repeated freely. */
  readonly readOnly: boolean;
}

/** The part of a generated method definition that the adapters use. */
export interface UnaryMethod<Request, Response> {
  readonly path: string;
  readonly requestSerialize: (value: Request) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => Request;
  readonly responseSerialize: (value: Response) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

/** Largest gRPC message, in bytes. Images and other large bodies never travel this way. */
export const MESSAGE_BYTES_MAX = 8 * 1024 * 1024;
