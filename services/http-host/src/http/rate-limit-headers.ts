import type { IncomingHttpHeaders } from 'node:http';
import type { LimitState } from '@svc/chassis/errors/app-error';

/** Returns the headers of draft-ietf-httpapi-ratelimit-headers-10: the policies, and what remains of the scarcest. */
export function rateLimitHeaders({ policies, scarcest, remaining, resetSeconds }: LimitState): Record<string, string> {
  const named = policies.map(({ name, tries, windowSeconds }) => `"${name}";q=${tries};w=${windowSeconds}`);
  return {
    'RateLimit-Policy': named.join(', '),
    RateLimit: `"${scarcest}";r=${remaining};t=${resetSeconds}`,
  };
}

/** Reads the limit that one of our services reports in these headers; undefined without them. */
export function readRateLimit(headers: IncomingHttpHeaders): LimitState | undefined {
  const left = /^"([^"]+)";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit));
  if (!left) return undefined;
  const named = String(headers['ratelimit-policy']).matchAll(/"([^"]+)";q=(\d+);w=(\d+)/g);
  return {
    policies: [...named].map(([, name = '', tries, windowSeconds]) => ({
      name,
      tries: Number(tries),
      windowSeconds: Number(windowSeconds),
    })),
    scarcest: left[1] ?? '',
    remaining: Number(left[2]),
    resetSeconds: Number(left[3]),
  };
}
