import { OPERATION_MS, UPLOAD_MS } from '@svc/http-host/http/deadlines';
import type { UpstreamLimits } from '@svc/http-host/http/upstream';
import type { InternalHost } from '@svc/operations/run/operation-context';

/** A route that a service handles itself; the gateway forwards its requests without reading their bodies. */
export interface ProxiedRoute extends UpstreamLimits {
  /** A path, or with a trailing slash all paths below it. */
  readonly path: string;
  /** Every method when absent. */
  readonly method?: 'POST';
  readonly service: InternalHost;
  /** Whether the service gets the caller; otherwise no credential is read. */
  readonly caller: 'forwarded' | 'ignored';
  /** Path below which error codes are in lower case. */
  readonly lowerCaseBelow?: string;
}

const SHORT_LINKS = {
  service: 'shortener',
  unavailable: 'Short links are not available right now. Try again in a moment.',
} as const;

/** The first match wins. */
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
    caller: 'forwarded',
    timeoutMs: UPLOAD_MS,
    underWayMax: 64,
    underWayEachMax: 32,
  },
  {
    ...SHORT_LINKS,
    path: '/api/shortener/v1/',
    caller: 'forwarded',
    lowerCaseBelow: '/api/shortener',
    timeoutMs: OPERATION_MS,
    underWayMax: 256,
  },
];

/** Limits of bodies that operations forward, for each service. */
export const FORWARDED_BODIES: UpstreamLimits = {
  timeoutMs: UPLOAD_MS,
  underWayMax: 64,
  underWayEachMax: 32,
  unavailable: 'The service for images is not available right now. Try again in a moment.',
};

/** Files that services stream: milliseconds without a byte, in either direction. */
export const FORWARDED_FILES: UpstreamLimits = {
  timeoutMs: 30_000,
  underWayMax: 256,
  unavailable: 'Images are not available right now. Try again in a moment.',
};
