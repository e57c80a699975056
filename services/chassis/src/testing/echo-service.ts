import type { StreamMethod, UnaryMethod } from '../grpc/methods.js';

/** A method whose messages are JSON, so that tests of the transport need no generated code. */
export function echoMethod(name: string) {
  const serialize = (value: object): Buffer => Buffer.from(JSON.stringify(value));
  const deserialize = (bytes: Buffer): object => JSON.parse(bytes.toString()) as object;
  const method: UnaryMethod<object, object> & { requestStream: false; responseStream: false } = {
    path: `/test.v1.EchoService/${name}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: serialize,
    requestDeserialize: deserialize,
    responseSerialize: serialize,
    responseDeserialize: deserialize,
  };
  return method;
}

/** A method that streams many such messages. */
export function echoStream(name: string): StreamMethod<object, object> & { requestStream: false } {
  return { ...echoMethod(name), responseStream: true };
}
