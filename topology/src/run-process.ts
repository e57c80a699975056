import { createLog, type Log } from '@svc/chassis/logging/log';
import { type OnStop, runUntilStopped } from '@svc/chassis/process/process';
import { openUpstream, type Upstream, type UpstreamLimits } from '@svc/http-host/http/upstream';
import { type Connections, type Destinations, openConnections } from './connections.js';
import { addressesIn, httpAddressesIn, readSettings, type Settings } from './environment.js';
import type { ProcessName, Proxied } from './processes.js';

/** Resources that a process gets from its row in the table. */
export interface RunningProcess<Name extends ProcessName> {
  readonly settings: Settings<Name>;
  readonly connections: Connections<Name>;
  readonly destinations: Destinations<Name>;
  /** Sends requests to the internal HTTP listener of another process. */
  readonly openUpstream: (to: Proxied<Name>, limits: UpstreamLimits) => Upstream;
  readonly log: Log;
  readonly onStop: OnStop;
}

/**
 * Runs a process of the table: reads its settings, opens its connections, starts it, and closes everything when it stops. Invalid settings exit with
 * 78 (see `runUntilStopped`).
 */
export async function runProcess<Name extends ProcessName>(
  name: Name,
  start: (process: RunningProcess<Name>) => Promise<void> | void,
): Promise<void> {
  const log = createLog(name, process.env.LOG_LEVEL);
  await runUntilStopped(log, async (onStop) => {
    const settings = readSettings(name);
    const { connections, destinations, close } = openConnections(name, addressesIn(name, settings));
    onStop(close);
    const httpAddresses = httpAddressesIn(name, settings);
    await start({
      settings,
      connections,
      destinations,
      openUpstream: (to, limits) => openUpstream(to, httpAddresses[to], limits),
      log,
      onStop,
    });
  });
}
