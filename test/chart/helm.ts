import { runKubeTool } from './kube-tools.ts';

/** Runs helm. Returns its output; throws with its error output. */
export function helm(...args: string[]): string {
  return runKubeTool('helm', args);
}
