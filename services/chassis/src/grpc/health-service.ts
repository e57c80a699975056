import { type sendUnaryData, type Server, type ServerWritableStream, status } from '@grpc/grpc-js';
import {
  type HealthCheckRequest,
  type HealthCheckResponse,
  HealthCheckResponse_ServingStatus as ServingStatus,
  type HealthServer,
  HealthService,
} from '@svc/proto/health';

/**
 * The health of a process and its parts, as gRPC health (grpc/health/v1/health.proto). Uses generated code like all other services, because the
 * package `grpc-health-check` reads its definition at run time, which costs every process 13 MB and 50 ms of its start.
 */
export class HealthStatuses {
  readonly #statuses: Map<string, ServingStatus>;
  readonly #watchers = new Set<ServerWritableStream<HealthCheckRequest, HealthCheckResponse>>();

  constructor(serving: Readonly<Record<string, boolean>>) {
    this.#statuses = new Map(Object.entries(serving).map(([part, isServing]) => [part, statusOf(isServing)]));
  }

  set(part: string, isServing: boolean): void {
    const serving = statusOf(isServing);
    if (this.#statuses.get(part) === serving) return;
    this.#statuses.set(part, serving);
    for (const watcher of this.#watchers) if (watcher.request.service === part) watcher.write({ status: serving });
  }

  addTo(server: Server): void {
    server.addService(HealthService, {
      check: ({ request: { service } }, respond) => this.#check(service, respond),
      watch: (call) => {
        this.#watchers.add(call);
        call.on('cancelled', () => this.#watchers.delete(call));
        call.write({ status: this.#statuses.get(call.request.service) ?? ServingStatus.SERVICE_UNKNOWN });
      },
      list: (_call, respond) => {
        const statuses = [...this.#statuses].map(([part, serving]) => [part, { status: serving }] as const);
        respond(null, { statuses: Object.fromEntries(statuses) });
      },
    } satisfies HealthServer);
  }

  #check(service: string, respond: sendUnaryData<HealthCheckResponse>): void {
    const serving = this.#statuses.get(service);
    if (serving !== undefined) respond(null, { status: serving });
    else respond({ code: status.NOT_FOUND, details: `There is no part ${service.slice(0, 100)}.` });
  }
}

function statusOf(isServing: boolean): ServingStatus {
  return isServing ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
}
