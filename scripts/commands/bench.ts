/**
 * `npm run bench [-- read bridge copilot redirects lists search import images screenshots sharing bodies sign-ins processes start web]`: prints what
 * the product costs beside what it should cost, mostly as a ratio against a reference measured in the same run. It never fails on a number. Without a
 * part it runs all of them. `npm run bench -- compare <commit>` compares processor time with another version.
 */
import { runFromSources } from './test/run-from-sources.ts';

runFromSources('test/bench/main.ts');
