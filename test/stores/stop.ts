/** Global teardown; runs whether or not the tests passed. */
import { stopStores } from './running.ts';

export default stopStores;
