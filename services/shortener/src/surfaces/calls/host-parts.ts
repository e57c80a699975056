import type { AsGranted } from '@svc/chassis/assertions/renewal';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { WriteTarget } from '@svc/chassis/idempotency/run-write';
import type { Log } from '@svc/chassis/logging/log';
import type { AgentAuthorizationService } from '@svc/proto/identity/v1/agent_authorization_service';
import type { LinkAddresses } from '../../links/link-view.js';
import type { HostLimits } from './host-limits.js';

/** Dependencies of the operations of this host. */
export interface HostParts extends WriteTarget {
  readonly addresses: LinkAddresses;
  /** Checks with identity that a caller may still call. */
  readonly asGranted: AsGranted;
  /** Rejects writes of guests and agents during maintenance; undefined where the gateway checks. */
  readonly checkMaintenance: (() => Promise<void>) | undefined;
  /** Hosts of the product, which links must not target. */
  readonly ownHosts: ReadonlySet<string>;
  readonly limits: HostLimits;
  readonly authorizations: PromiseClient<typeof AgentAuthorizationService>;
  /** Origin of the main host. */
  readonly baseUrl: string;
  /** Largest image from an agent, in bytes; users may send what the intake accepts. */
  readonly agentImageBytesMax: number;
  /** Quota for all photos of an owner, in bytes. */
  readonly photoBytesMax: number;
  readonly appName: string;
  readonly version: string;
  /** Invalidates this process's cache of the link below this version; other processes are notified separately. */
  readonly forget: (shortId: string, version: number) => void;
  readonly log: Log;
}
