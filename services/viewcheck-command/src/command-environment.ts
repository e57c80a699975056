import type { Readable, Writable } from 'node:stream';
import type { EgressRules } from '@svc/guarded-browser/egress-proxy/egress-rules';

/** Inputs of the command from its process. */
export interface CommandEnvironment {
  /** Arguments after the command's name. */
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Base directory of relative paths. */
  readonly folder: string;
  /** Aborts to end the run early. */
  readonly interrupted: AbortSignal;
  /** Name resolution, connections and trusted certificates; the internet's by default. */
  readonly network?: Pick<EgressRules, 'lookup' | 'connect' | 'ca'>;
}
