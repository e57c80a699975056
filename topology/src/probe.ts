/**
 * `node dist/probe.js [liveness]`: asks the process in whose container it is started whether it is ready, or alive, by the settings that say
 * where that listens. Ends with 1 when it is not. For whatever has no probe of its own for gRPC; Kubernetes has.
 */
import { readEnvironment, splitAddress } from '@svc/chassis/config';
import { openConnection } from '@svc/chassis/grpc/connection';
import { askHealth } from '@svc/chassis/grpc/health';
import { LIVENESS, READINESS } from '@svc/chassis/grpc/server';
import { z } from 'zod';
import { SETTINGS } from './settings.js';

const TIMEOUT_MS = 3_000;

const { GRPC_ADDRESS, PORT } = readEnvironment(
  z.object({ GRPC_ADDRESS: SETTINGS.GRPC_ADDRESS.optional(), PORT: SETTINGS.PORT }),
);
const part = process.argv[2] === LIVENESS ? LIVENESS : READINESS;

async function asksGrpc(address: string): Promise<boolean> {
  const { host, port } = splitAddress(address);
  const connection = openConnection('probed', host === '::' ? `[::1]:${port}` : `127.0.0.1:${port}`, {});
  const status = await askHealth(connection.client, TIMEOUT_MS, part);
  connection.close();
  return status === 'SERVING';
}

async function asksHttp(port: number): Promise<boolean> {
  const url = `http://127.0.0.1:${port}/healthz/${part === LIVENESS ? 'live' : 'ready'}`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  return answer?.ok === true;
}

const isWell = GRPC_ADDRESS === undefined ? await asksHttp(PORT) : await asksGrpc(GRPC_ADDRESS);
process.exitCode = isWell ? 0 : 1;
