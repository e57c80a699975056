/** `npm run check`: every check, each on a line, with the output of failed ones. Ends with 1 when any failed. */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { ROOT } from '../stack/paths.ts';

/** Slowest first, so that none is left alone at the end; each is a script of the root package. */
const CHECKS = [
  ['typecheck', 'types'],
  ['format:check', 'formatting'],
  ['lint', 'lint'],
  ['boundaries', 'who imports whom'],
  ['unused', 'unused code'],
  ['proto:breaking', 'protocol compatibility'],
  ['proto:lint', 'protocol style'],
] as const;

/** Most checks use one processor each. */
const AT_ONCE = Math.min(availableParallelism(), 4);

/** Bytes of output that a check may print before it is stopped. */
const OUTPUT_MAX = 64 * 1_048_576;

const passed = await pLimit(AT_ONCE).map(CHECKS, ([script, subject]) => {
  const startedAt = performance.now();
  return new Promise<boolean>((resolve) => {
    execFile('npm', ['run', '-s', script], { cwd: ROOT, maxBuffer: OUTPUT_MAX }, (error, stdout, stderr) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${error ? 'FAILED' : 'ok    '}  ${subject} (npm run ${script}, ${seconds} s)`);
      if (error) console.log(`${stdout}${stderr}`.trimEnd().replaceAll(/^/gm, '  '));
      resolve(!error);
    });
  });
});

const failed = CHECKS.filter((_check, index) => !passed[index]).map(([, subject]) => subject);
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);
