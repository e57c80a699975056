import type { UpstreamLimits } from '@svc/http-host/http/upstream';
import type { InternalHost } from '@svc/operations/operation-context';

/** Requests that a service answers itself; the gateway passes them on as they come, bodies unread. */
export interface ProxiedRoute extends UpstreamLimits {
  /** A path, or with a slash at its end all paths below it. */
  readonly path: string;
  /** Every method when absent. */
  readonly method?: 'POST';
  readonly service: InternalHost;
  /** Whether the service learns who calls; a route without it reads no credential. */
  readonly caller: 'told' | 'ignored';
  /** Path below which the codes of errors are spelled in lower case. */
  readonly lowerCaseBelow?: string;
}

/** Milliseconds that a service gives an upload (two minutes), and some. */
const UPLOAD_MS = 150_000;

const SHORT_LINKS = {
  service: 'shortener',
  unavailable: 'Short links are not available right now. Try again in a moment.',
} as const;

/** The first that matches counts. */
export const PROXIED_ROUTES: readonly ProxiedRoute[] = [
  {
    ...SHORT_LINKS,
    path: '/r/',
    caller: 'ignored',
    lowerCaseBelow: '/r',
    timeoutMs: 3_000,
    underWayMax: 512,
  },
  {
    ...SHORT_LINKS,
    path: '/api/shortener/v1/photos',
    method: 'POST',
    caller: 'told',
    timeoutMs: UPLOAD_MS,
    underWayMax: 64,
    underWayEachMax: 32,
  },
  {
    ...SHORT_LINKS,
    path: '/api/shortener/v1/',
    caller: 'told',
    lowerCaseBelow: '/api/shortener',
    timeoutMs: 20_000,
    underWayMax: 256,
  },
];

/** Bodies that operations forward, for each service. */
export const FORWARDED_BODIES: UpstreamLimits = {
  timeoutMs: UPLOAD_MS,
  underWayMax: 64,
  underWayEachMax: 32,
  unavailable: 'The service for images is not available right now. Try again in a moment.',
};

/** Files that operations answer from services: milliseconds without a byte, in either direction. */
export const FORWARDED_FILES: UpstreamLimits = {
  timeoutMs: 30_000,
  underWayMax: 256,
  unavailable: 'Images are not available right now. Try again in a moment.',
};
