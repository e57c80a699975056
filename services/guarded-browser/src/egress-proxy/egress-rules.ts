import type { Socket } from 'node:net';
import type { JudgedTarget, TargetRules } from '@svc/chassis/outbound/resolve-target';

/** Rules for the targets that browsers may open, and how to connect. */
export interface EgressRules extends Omit<TargetRules, 'ports'> {
  /** Opens connections; plain TCP when absent. */
  readonly connect?: ConnectTo | undefined;
  /** Certificates (PEM) that `fetchText` trusts instead of the system's. */
  readonly ca?: readonly string[] | undefined;
}

/** Connects to one of a target's addresses, without resolving again. */
export type ConnectTo = (target: JudgedTarget) => Socket;

export const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
