/** `npm run pictures`: retakes the pictures of the README. */
import { runFromSources } from './test/run-from-sources.ts';

runFromSources('test/take-pictures.ts');
