/** Entry point of `npm run bench`; see scripts/commands/bench.ts. */
import { describeFailure } from '@svc/scripts/stack/failure';
import { compareWith } from './compare.ts';
import { isPartName, PART_NAMES, runBench, runParts } from './run.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort());
// The terminal may close before this process ends.
process.stdout.on('error', () => undefined);

const asked = process.argv.slice(2);
const [, commit] = asked;
const isComparison = asked[0] === 'compare';
if (isComparison && (commit === undefined || asked.length > 2))
  refuse('Name one commit: npm run bench -- compare <commit>');
const unknown = isComparison ? undefined : asked.find((name) => !isPartName(name));
if (unknown !== undefined) refuse(`There is no part "${unknown}": the parts are ${PART_NAMES.join(', ')}.`);

try {
  if (isComparison) await runBench(stopping.signal, (bench) => compareWith(bench, commit ?? ''));
  else await runParts(asked.length > 0 ? asked.filter(isPartName) : PART_NAMES, stopping.signal);
} catch (error) {
  if (!stopping.signal.aborted) refuse(describeFailure(error));
}
process.exit(stopping.signal.aborted ? 130 : 0);

function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}
