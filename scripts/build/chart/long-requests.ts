import { PROXIED_ROUTES } from '@svc/gateway/proxies/proxied-routes';
import type { Operation } from '@svc/operations/registry/define-operation';
import { OPERATIONS } from '@svc/operations/registry/registry';

/** Default timeout at the ingress, in milliseconds. */
const USUAL_MS = 60_000;
/** Bytes that a slow connection transfers within the default timeout. */
const USUAL_BYTES = 1_048_576;

/** Prefix below which agents send images as JSON, and MCP responds. */
const AGENT_BRIDGE = '/api/agent';

/**
 * Path prefixes, by process, of requests that may take long: streams, large bodies and large files. The originals of photos (`/<slug>/raw`) have no
 * common prefix on the short-link host, so the whole host is listed.
 */
export function longRequests(): Readonly<Record<'gateway' | 'shortener', readonly string[]>> {
  const operations = OPERATIONS.filter(takesLong).map(({ http }) => `/api${beginningOf(http.path)}`);
  const proxied = PROXIED_ROUTES.filter(({ path, timeoutMs }) => timeoutMs > USUAL_MS || path === '/r/');
  const paths = [AGENT_BRIDGE, ...operations, ...proxied.map(({ path }) => beginningOf(path))];
  const gateway = [...new Set(paths)].filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
  return { gateway: gateway.toSorted(), shortener: ['/'] };
}

/** Whether an operation may take long. Small files of one record are quick; whole exports have paths without parameters. */
function takesLong({ http }: Operation): boolean {
  const isExport = http.produces !== undefined && !http.path.includes(':');
  const isStream = http.ranges === true || http.events === true;
  return isExport || http.accepts !== undefined || isStream || (http.bodyBytesMax ?? 0) > USUAL_BYTES;
}

/** A path up to its first parameter, without a trailing slash. */
function beginningOf(path: string): string {
  return path.replace(/\/(?::.*)?$/, '').replace(/\/:.*$/, '');
}
