/** `npm run pictures`: retakes the README's screenshots. */
import { runFromSources } from './test/run-from-sources.ts';

runFromSources('test/take-pictures.ts');
