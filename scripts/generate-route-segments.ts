/** Writes services/shortener/src/links/route-segments.ts; build first. */
import { writeFileSync } from 'node:fs';
import { describeRouteSegments } from './route-segments.ts';

writeFileSync(new URL('../services/shortener/src/links/route-segments.ts', import.meta.url), describeRouteSegments());
