/** `npm run check`: runs every check, printing a line for each and the output of failed ones. Exits with 1 if any failed. */
import { spawnSync } from 'node:child_process';
import { ROOT } from '../stack/paths.ts';

/** Checks, fastest first; each is a script of the root package. */
const CHECKS = [
  ['format:check', 'formatting'],
  ['lint', 'lint'],
  ['typecheck', 'types'],
  ['boundaries', 'who imports whom'],
  ['unused', 'unused code'],
  ['proto:lint', 'protocol style'],
  ['proto:breaking', 'protocol compatibility'],
] as const;

const failed: string[] = [];
for (const [script, subject] of CHECKS) {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', script], { cwd: ROOT, encoding: 'utf8' });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${subject} (npm run ${script}, ${seconds} s)`);
  if (status === 0) continue;
  failed.push(subject);
  console.log(`${stdout}${stderr}`.trimEnd().replaceAll(/^/gm, '  '));
}

console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);
