import type { Readable, Writable } from 'node:stream';
import type { EgressRules } from '@svc/guarded-browser/egress-proxy/egress-rules';

/** The command's environment. */
export interface CommandWorld {
  /** The arguments after the command's name. */
  readonly typed: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Base folder of relative paths. */
  readonly folder: string;
  /** Aborted to end the run early. */
  readonly interrupted: AbortSignal;
  /** Name resolution, connections and trusted certificates; the internet's by default. */
  readonly network?: Pick<EgressRules, 'lookup' | 'connect' | 'ca'>;
}
