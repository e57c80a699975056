/**
 * `npm run bench [-- read bridge copilot redirects lists search import images screenshots sharing bodies sign-ins processes start web]`: prints the
 * product's cost next to its target, mostly as a ratio to a reference measured in the same run. Never fails because of a result. Runs all parts if
 * none is named. `npm run bench -- compare <commit>` compares CPU time with another version.
 */
import { runFromSources } from './test/run-from-sources.ts';

runFromSources('test/bench/main.ts');
