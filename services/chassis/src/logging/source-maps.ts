/**
 * Makes stack traces show source lines. Loaded before the program (`node --import @svc/chassis/logging/source-maps`). With the flag
 * `--enable-source-maps`, pino's lookup of its caller would parse the source map of the whole program at each start.
 */
import { setSourceMapsSupport } from 'node:module';

setSourceMapsSupport(true);
