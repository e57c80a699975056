/**
 * The literal segments of every path that either host answers: what no short link may be called. The last step of the build writes
 * them where the shortener reads them.
 */
import { writeFileSync } from 'node:fs';
import { OPERATIONS } from '@svc/operations/registry';
import { createApp } from '@svc/gateway/app';
import { createInternalApp, createPublicApp, type HostAppOptions } from '@svc/shortener/surfaces/routes/host-app';
import { HOST_OPERATIONS } from '@svc/shortener/surfaces/operations/host-operations';

/** What can stand in a short address at all, in lower case. */
const SLUG = /^[a-z0-9][a-z0-9_-]{2,63}$/;

/** Stands for what handlers use: they are mounted here, but never run. */
const STAND_IN = new Proxy(() => undefined, { get: () => () => undefined }) as never;

const FILE = new URL('../../services/shortener/dist/links/route-segments.json', import.meta.url);

export function listRouteSegments(): string[] {
  const segments = new Set(listPaths().flatMap((path) => path.toLowerCase().split('/')));
  return [...segments].filter((segment) => SLUG.test(segment)).toSorted();
}

/** Paths of one segment that the public listener of short links has itself. */
export function listPublicHostPaths(): string[] {
  const { stack } = createPublicApp(standInHost()).router;
  const atRoot = pathsOf(stack, ({ slash }) => slash === true);
  return [...new Set(atRoot)].filter((path) => /^\/[^/:]+$/.test(path));
}

function listPaths(): string[] {
  const gateway = createApp({
    config: {
      appName: '',
      appOrigin: undefined,
      publicOrigin: undefined,
      approvalOrigin: undefined,
      shortenerOrigin: '',
      docsUrl: undefined,
      publicPagesDir: undefined,
      agentKitUrl: undefined,
      authReuseMs: 0,
      trustedProxies: [],
      bodyBytesMax: 0,
      internalHttp: { screenshot: '127.0.0.1:1', shortener: '127.0.0.1:1' },
    },
    version: '',
    botKeys: { listed: [], signers: new Map() },
    appFiles: { signInShells: STAND_IN, shells: STAND_IN, assets: STAND_IN },
    clients: STAND_IN,
    authenticate: STAND_IN,
    agentLimits: STAND_IN,
    recorder: STAND_IN,
    catalogue: STAND_IN,
    checkReadiness: STAND_IN,
    log: STAND_IN,
  });
  const host = standInHost();
  return [
    ...OPERATIONS.map(({ http }) => `/api${http.path}`),
    ...HOST_OPERATIONS.map(({ http }) => `/api/shortener/v1${http.path}`),
    ...[gateway, createPublicApp(host), createInternalApp(host)].flatMap(({ router }) => pathsOf(router.stack)),
  ];
}

function standInHost(): HostAppOptions {
  return {
    parts: {
      // What the documents of the host are made of.
      addresses: { origin: 'https://host.example' },
      baseUrl: 'https://app.example',
      appName: '',
      version: '',
      pool: STAND_IN,
      toolCalls: null,
      ownHosts: STAND_IN,
      limits: STAND_IN,
      authorizations: STAND_IN,
      agentImageBytesMax: 0,
      photoBytesMax: 0,
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
}

interface Layer {
  readonly route?: { readonly path: unknown } | undefined;
  readonly handle: object;
  /** Of a router that is mounted at the root. */
  readonly slash?: boolean;
}

/** Paths of routes, those of routers among them included. */
function pathsOf(stack: readonly Layer[], isEntered: (layer: Layer) => boolean = () => true): string[] {
  return stack.flatMap((layer) => {
    const { route, handle } = layer;
    if (route) return [route.path].flat().filter((path) => typeof path === 'string');
    return 'stack' in handle && isEntered(layer) ? pathsOf(handle.stack as Layer[], isEntered) : [];
  });
}

if (import.meta.main) writeFileSync(FILE, JSON.stringify(listRouteSegments()));
