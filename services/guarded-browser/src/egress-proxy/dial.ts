import { connect, type Socket } from 'node:net';
import { type JudgedTarget, pin, resolveTarget } from '@svc/chassis/outbound/resolve-target';
import type { EgressJob, EgressRefusal } from './egress-job.js';
import { type EgressRules, WEB_PORTS } from './egress-rules.js';

const CONNECT_MS = 10_000;
/** Timeout in milliseconds for one of several addresses. */
const ATTEMPT_MS = 1_000;

export interface DialOptions {
  readonly job: EgressJob;
  readonly rules: EgressRules;
}

/** The proxy's status codes for refusals. */
export const REFUSAL_STATUSES: Readonly<Record<EgressRefusal, 403 | 502>> = {
  blocked_target: 403,
  dns_failure: 502,
  connect_failure: 502,
  response_too_large: 403,
};

/**
 * Connects to a host (as in `URL.hostname`) at a checked address, counting the bytes for a job. When the connection fails, the reason is stored in
 * the job.
 */
export async function dial(
  hostname: string,
  port: number,
  { job, rules }: DialOptions,
): Promise<Socket | EgressRefusal> {
  const refuse = (reason: EgressRefusal): EgressRefusal => {
    job.noteRefusal(hostname, port, reason);
    return reason;
  };
  if (!job.mayConnect()) return 'response_too_large';
  const target = await resolveTarget(hostname, port, { ...rules, ports: WEB_PORTS });
  if (!target.ok) return refuse(target.reason);

  const socket = (rules.connect ?? connectTo)(target);
  job.own(socket);
  socket.on('error', () => socket.destroy());
  socket.on('timeout', () => socket.destroy());
  socket.setTimeout(CONNECT_MS);
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
  if (!isConnected) return refuse('connect_failure');
  socket.setTimeout(job.budget.connectionIdleMs);
  socket.on('data', (chunk: Buffer) => job.countBytes(chunk.length));
  if (socket.remoteAddress) job.noteRemoteAddress(hostname, port, socket.remoteAddress);
  return socket;
}

function connectTo({ host, port, addresses }: JudgedTarget): Socket {
  return connect({
    host,
    port,
    lookup: pin(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
    noDelay: true,
  });
}
