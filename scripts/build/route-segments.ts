/**
 * The literal segments of every path on either host, which no short link may use. The last step of the build writes them where the shortener reads
 * them.
 */
import { writeFileSync } from 'node:fs';
import { GATEWAY_PATHS } from '@svc/gateway/paths';
import { INTERNAL_PATHS, PUBLIC_PATHS } from '@svc/shortener/surfaces/routes/host-app';

/** Format of a short id, in lower case. */
const SLUG = /^[a-z0-9][a-z0-9_-]{2,63}$/;

const FILE = new URL('../../services/shortener/dist/links/route-segments.json', import.meta.url);

export function listRouteSegments(): string[] {
  const paths = [...GATEWAY_PATHS, ...PUBLIC_PATHS, ...INTERNAL_PATHS];
  const segments = new Set(paths.flatMap((path) => path.toLowerCase().split('/')));
  return [...segments].filter((segment) => SLUG.test(segment)).toSorted();
}

if (import.meta.main) writeFileSync(FILE, JSON.stringify(listRouteSegments()));
