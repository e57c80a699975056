/**
 * Makes stack traces show source lines. Loaded before the program (`node --import @svc/chassis/logging/source-maps`).
 * With the flag `--enable-source-maps`, pino's look at its caller would parse the map of the whole program at each start.
 */
import { setSourceMapsSupport } from 'node:module';

setSourceMapsSupport(true);
