import type { Client } from '@grpc/grpc-js';
import { HealthCheckResponse_ServingStatus as ServingStatus, HealthService } from '@svc/proto/health';

const CHECK = HealthService.check;

/**
 * The gRPC health status of a process, such as SERVING, or of one of its parts; undefined when there is no response within `timeoutMs`, or for an
 * unknown part.
 */
export function askHealth(client: Client, timeoutMs: number, part = ''): Promise<string | undefined> {
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      CHECK.path,
      CHECK.requestSerialize,
      CHECK.responseDeserialize,
      { service: part },
      { deadline: Date.now() + timeoutMs },
      (error, response) => resolve(error || !response ? undefined : ServingStatus[response.status]),
    );
  });
}
