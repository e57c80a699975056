/**
 * `npm run bench [-- read bridge redirects lists search import images screenshots sharing bodies sign-ins processes start web]`: prints what
 * the product costs beside what it should cost, mostly as a ratio against a reference that is measured in the same run. It never fails on a
 * number. Without a part it runs all of them.
 */
import { isPartName, PART_NAMES, runBench } from '@svc/test/bench/run';
import { describeFailure } from '../stack/failure.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort());
// The terminal may be gone before we are.
process.stdout.on('error', () => undefined);

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !isPartName(name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}": the parts are ${PART_NAMES.join(', ')}.`);
  process.exit(1);
}

try {
  await runBench(asked.length > 0 ? asked.filter(isPartName) : PART_NAMES, stopping.signal);
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(describeFailure(error));
    process.exit(1);
  }
}
process.exit(stopping.signal.aborted ? 130 : 0);
