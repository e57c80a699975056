import { ServerInterceptingCall, type Metadata, type ServerInterceptor } from '@grpc/grpc-js';
import { toGrpcStatus } from '../errors/grpc-errors.js';

/** Reserves room for the message of a call; returns what gives it free. Throws what the caller is refused with. */
export type AdmitMessage = (metadata: Metadata) => Promise<() => void>;

/**
 * Has calls of some methods wait before their message is read. It stays with its sender, held by the flow control of HTTP/2, so that
 * large messages do not pile up here. A call keeps its room until it ends.
 */
export function readInTurn(admissionOf: (path: string) => AdmitMessage | undefined): ServerInterceptor {
  return ({ path }, call) => {
    const admit = admissionOf(path);
    // The library asks for no more than the interface, and a wrapper would cost every other call something.
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
