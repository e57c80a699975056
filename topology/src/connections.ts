import { type Connection, openConnection } from '@svc/chassis/grpc/connection';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import {
  type Call,
  type Callee,
  calleesOf,
  callsOf,
  type Destination,
  destinationsOf,
  type Process,
  PROCESSES,
  type ProcessName,
  recordOf,
} from './processes.js';

/** Connections of a process to its callees, for calls while a caller waits. */
export type Connections<Name extends ProcessName> = Readonly<Record<Call<Name>, Connection>>;

/** Connections of a process to the destinations of its outbox; only deliveries use them, so that the graph of calls stays acyclic. */
export type Destinations<Name extends ProcessName> = Readonly<Record<Destination<Name>, Connection>>;

/** The open connections of a process: one to each process in its row. */
export interface OpenConnections<Name extends ProcessName> {
  readonly connections: Connections<Name>;
  readonly destinations: Destinations<Name>;
  readonly close: () => void;
}

/** Opens exactly the connections in the row of a process, at `host:port` of each. */
export function openConnections<Name extends ProcessName>(
  name: Name,
  addresses: { readonly [To in Callee<Name>]: string },
): OpenConnections<Name> {
  const opened = recordOf(calleesOf(name), (callee) => {
    const { words }: Process = PROCESSES[callee];
    return openConnection(callee, addresses[callee], METHOD_OPTIONS, words);
  });
  return {
    connections: recordOf(callsOf(name), (callee) => opened[callee]),
    destinations: recordOf(destinationsOf(name), (destination) => opened[destination]),
    close: () => Object.values<Connection>(opened).forEach((connection) => connection.close()),
  };
}
