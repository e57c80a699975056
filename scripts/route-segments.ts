/** The literal segments of every path that either host answers: what no short link may be called. */
import { OPERATIONS } from '@svc/operations/registry';
import { createApp } from '../gateway/dist/app.js';
import {
  createInternalApp,
  createPublicApp,
  type HostAppOptions,
} from '../services/shortener/dist/surfaces/host-app.js';
import { HOST_OPERATIONS } from '../services/shortener/dist/surfaces/host-operations.js';

/** What can stand in a short address at all, in lower case. */
const SLUG = /^[a-z0-9][a-z0-9_-]{2,63}$/;

/** Stands for what handlers use: they are mounted here, but never run. */
const STAND_IN = new Proxy(() => undefined, { get: () => () => undefined }) as never;

/** The file that the shortener reads them from, as text. */
export function describeRouteSegments(): string {
  const segments = new Set(listPaths().flatMap((path) => path.toLowerCase().split('/')));
  const lines = [...segments].filter((segment) => SLUG.test(segment)).toSorted();
  return `/** Written by \`npm run route-segments\` from the route tables of both hosts; a test says when it has to be written anew. */
export const ROUTE_SEGMENTS: readonly string[] = [
${lines.map((segment) => `  '${segment}',`).join('\n')}
];
`;
}

function listPaths(): string[] {
  const gateway = createApp({
    config: { appName: '', appOrigin: undefined, trustedProxies: [], shortenerHttpAddress: '127.0.0.1:1' },
    version: '',
    clients: STAND_IN,
    authenticate: STAND_IN,
    checkReadiness: STAND_IN,
    log: STAND_IN,
  });
  const host: HostAppOptions = {
    parts: {
      // What the documents of the host are made of.
      addresses: { origin: 'https://host.example' },
      baseUrl: 'https://app.example',
      appName: '',
      version: '',
      pool: STAND_IN,
      ownHosts: STAND_IN,
      limits: STAND_IN,
      authorizations: STAND_IN,
      maxImageBytes: 0,
      forget: STAND_IN,
      log: STAND_IN,
    },
    cache: STAND_IN,
    photos: STAND_IN,
    images: STAND_IN,
    identify: STAND_IN,
    addressOf: STAND_IN,
    commonHeaders: [],
  };
  return [
    ...OPERATIONS.map(({ http }) => `/api${http.path}`),
    ...HOST_OPERATIONS.map(({ http }) => `/api/shortener/v1${http.path}`),
    ...[gateway, createPublicApp(host), createInternalApp(host)].flatMap(({ router }) => pathsOf(router.stack)),
  ];
}

interface Layer {
  readonly route?: { readonly path: unknown } | undefined;
  readonly handle: object;
}

/** Paths of routes, those of routers below them included. */
function pathsOf(stack: readonly Layer[]): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (route) return [route.path].flat().filter((path) => typeof path === 'string');
    return 'stack' in handle ? pathsOf(handle.stack as Layer[]) : [];
  });
}
