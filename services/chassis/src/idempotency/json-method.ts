import type { UnaryMethod } from '../grpc/methods.js';

/**
 * A write that is no gRPC method, for `runWrite`: of its input, which is all that makes it another request, a hash is kept; of its
 * answer the JSON. `path` tells it from other writes of the service.
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
