import type { Client } from '@grpc/grpc-js';
import { HealthCheckResponse_ServingStatus as ServingStatus, HealthService } from '@svc/proto/health';

const CHECK = HealthService.check;

/**
 * The gRPC health status of a process, such as SERVING, or of a part that it uses; undefined without an answer within `timeoutMs`, or for an unknown
 * part.
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
