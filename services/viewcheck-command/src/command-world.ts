import type { Readable, Writable } from 'node:stream';
import type { EgressRules } from '@svc/guarded-browser/egress-proxy/egress-rules';

/** What the command runs in. */
export interface CommandWorld {
  /** What was typed behind the name of the command. */
  readonly typed: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Folder that relative paths count from. */
  readonly folder: string;
  /** Aborted when the run is to end early. */
  readonly interrupted: AbortSignal;
  /** Where names and connections lead, and which certificates are trusted; the internet's unless told. */
  readonly network?: Pick<EgressRules, 'lookup' | 'connect' | 'ca'>;
}
