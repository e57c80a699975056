import { runKubeTool } from './kube-tools.ts';

/** Runs helm. Answers what it wrote; throws with what it complained about. */
export function helm(...args: string[]): string {
  return runKubeTool('helm', args);
}
