import type { Socket } from 'node:net';
import type { JudgedTarget, TargetRules } from '@svc/chassis/outbound/resolve-target';

/** What of the web is opened to browsers, and how. */
export interface EgressRules extends Omit<TargetRules, 'ports'> {
  /** A plain connection when absent. */
  readonly connect?: ConnectTo | undefined;
  /** Certificates (PEM) that `fetchText` trusts in place of the machine's. */
  readonly ca?: readonly string[] | undefined;
}

/** Begins a connection to one of the addresses of a target, and looks nothing up. */
export type ConnectTo = (target: JudgedTarget) => Socket;

export const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
