import { type Metadata, ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';
import { toGrpcStatus } from '../errors/grpc-errors.js';

/** Reserves room for a call's message; returns the function that releases it. Throws the refusal for the caller. */
export type AdmitMessage = (metadata: Metadata) => Promise<() => void>;

/**
 * Makes calls of some methods wait before their message is read. HTTP/2 flow control keeps it at the sender, so that large messages do not accumulate
 * in memory. A call keeps its room until it ends.
 */
export function readInTurn(admissionOf: (path: string) => AdmitMessage | undefined): ServerInterceptor {
  return ({ path }, call) => {
    const admit = admissionOf(path);
    // The library needs only this interface, and a wrapper would slow down every other call.
    if (!admit) return call as ServerInterceptingCall;
    let leave: (() => void) | undefined;
    let hasEnded = false;
    const end = (): void => {
      hasEnded = true;
      leave?.();
      leave = undefined;
    };
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, forward) => {
            admit(metadata).then(
              (release) => {
                leave = release;
                if (hasEnded) release();
                else forward(metadata);
              },
              (error: unknown) => call.sendStatus(toGrpcStatus(error)),
            );
          },
          onCancel: end,
        }),
      sendStatus: (status, next) => {
        end();
        next(status);
      },
    });
  };
}
