/** After all tests, whatever came of them. */
import { stopStores } from './running.ts';

export default stopStores;
