import type { AsGranted } from '@svc/chassis/assertions/renewal';
import { createClient } from '@svc/chassis/grpc/client';
import type { GrpcServer } from '@svc/chassis/grpc/server';
import { createCatalog } from '@svc/operations/registry/catalog';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { type Clients, makeClients } from '@svc/operations/run/clients';
import type { Connections } from '@svc/topology/connections';
import type { TurnApprovals } from '../approvals/turn-approvals.js';
import type { TurnTools } from '../turns/calls/call-tools.js';
import { createToolRunner } from './run-tool.js';
import { createToolBox, type Tool } from './tool-box.js';

/** Dependencies of the process's tools. */
export interface ToolParts {
  readonly clients: Clients;
  readonly appName: string;
  readonly asGranted: AsGranted;
  readonly approvals: TurnApprovals;
  /** Tools of servers, as offered at each moment. */
  readonly remote: () => readonly Tool[];
}

/** The tools with which turns read and write. */
export function openTools({ clients, appName, asGranted, approvals, remote }: ToolParts): TurnTools {
  // Operators' settings must not loosen which calls the copilot's user approves.
  const catalog = createCatalog(OPERATIONS, { approvesNonDeleteWrites: true });
  const run = createToolRunner({ clients, catalog, appName, asGranted });
  return { box: createToolBox(OPERATIONS, remote), run, approvals };
}

/** Clients of all services: over connections, and in-process for the copilot's own. */
export function toolClients(connections: Connections<'copilot'>, server: Pick<GrpcServer, 'clientOf'>): Clients {
  const { identity, deal, viewcheck, shortener, screenshot } = connections;
  const over = { identity, deal, viewcheck, shortener, screenshot };
  return makeClients((service, definition) =>
    service === 'copilot' ? server.clientOf(service, definition) : createClient(definition, over[service]),
  );
}
