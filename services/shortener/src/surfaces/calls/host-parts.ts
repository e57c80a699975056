import type { AsGranted } from '@svc/chassis/assertions/renewal';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { Log } from '@svc/chassis/logging/log';
import type { WriteTarget } from '@svc/chassis/idempotency/run-write';
import type { AgentAuthorizationService } from '@svc/proto/identity/v1/agent_authorization_service';
import type { LinkAddresses } from '../../links/link-view.js';
import type { HostLimits } from './host-limits.js';

/** Dependencies of the operations of this host. */
export interface HostParts extends WriteTarget {
  readonly addresses: LinkAddresses;
  /** Asks identity whether callers may still call. */
  readonly asGranted: AsGranted;
  /** Rejects while writes of guests and agents are stopped; undefined where the gateway has looked already. */
  readonly checkMaintenance: (() => Promise<void>) | undefined;
  /** Hosts of the product, which no link may lead to. */
  readonly ownHosts: ReadonlySet<string>;
  readonly limits: HostLimits;
  readonly authorizations: PromiseClient<typeof AgentAuthorizationService>;
  /** Origin of the main host. */
  readonly baseUrl: string;
  /** Bytes that an image of an agent may have; people may send what the intake takes. */
  readonly agentImageBytesMax: number;
  /** Bytes that all photos of an owner may have together. */
  readonly photoBytesMax: number;
  readonly appName: string;
  readonly version: string;
  /** Makes this process open a link as it is from this version on; the others hear of it on their own. */
  readonly forget: (shortId: string, version: number) => void;
  readonly log: Log;
}
