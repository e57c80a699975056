import type { UnaryMethod } from '../grpc/methods.js';

/**
 * A write that is not a gRPC method, for `runWrite`: requests are told apart by a hash of their input, and the answer is stored as JSON. `path`
 * distinguishes it from other writes of the service.
 */
export function jsonMethod<Request extends object, Answer extends object>(path: string): UnaryMethod<Request, Answer> {
  return {
    path,
    requestSerialize: toJson,
    requestDeserialize: (bytes) => fromJson(bytes) as Request,
    responseSerialize: toJson,
    responseDeserialize: (bytes) => fromJson(bytes) as Answer,
  };
}

function toJson(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function fromJson(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString());
}
