/** `npm run pictures`: takes the pictures of the README anew. */
import { runFromSources } from './test/run-from-sources.ts';

runFromSources('test/take-pictures.ts');
