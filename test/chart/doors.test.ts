/** The entry points for outside requests, Ingress and Gateway API, and requests that take long. */
import { expect, test } from '@jest/globals';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { type KubeObject, ofKind, render } from './rendered.ts';

interface RouteRule {
  readonly matches?: readonly { readonly path: { readonly type: string; readonly value: string } }[];
  readonly timeouts: { readonly request: string };
  readonly backendRefs: readonly { readonly name: string; readonly port: number }[];
}

interface IngressRule {
  readonly host: string;
  readonly http: { readonly paths: readonly { readonly path: string }[] };
}

const routeRules = (route: KubeObject | undefined): readonly RouteRule[] =>
  (route?.spec as unknown as { rules: RouteRule[] } | undefined)?.rules ?? [];
const ingressRules = (ingress: KubeObject | undefined): readonly IngressRule[] =>
  (ingress?.spec as unknown as { rules: IngressRule[] } | undefined)?.rules ?? [];

/** The timeout for a path, by the longest matching prefix. */
function timeoutOf(rules: readonly RouteRule[], path: string): string | undefined {
  const fits = rules.flatMap(({ matches = [{ path: { value: '/' } }], timeouts }) =>
    matches
      .map(({ path: { value } }) => value)
      .filter((value) => value === '/' || path === value || path.startsWith(`${value}/`))
      .map((value) => ({ value, time: timeouts.request })),
  );
  return fits.toSorted((one, other) => other.value.length - one.value.length)[0]?.time;
}

test('routes have no timeout for streams and images, and a minute for other requests', () => {
  const [gateway] = ofKind(render('gateway-api'), 'HTTPRoute');
  const rules = routeRules(gateway);
  const withImages = OPERATIONS.filter(({ http }) => http.accepts || http.ranges).map(({ http }) => `/api${http.path}`);

  expect(withImages.length).toBeGreaterThan(3);
  for (const path of [
    ...withImages,
    '/api/agent/mcp',
    '/api/shortener/v1/photos',
    '/r/holiday/raw',
    '/api/contacts/import',
  ])
    expect([path, timeoutOf(rules, path)]).toEqual([path, '0s']);
  for (const path of ['/', '/api/deals', '/api/auth/login', '/api/screenshotsx'])
    expect([path, timeoutOf(rules, path)]).toEqual([path, '60s']);
});

test('originals of photos do not time out on the short-link host', () => {
  const [, shortener] = ofKind(render('gateway-api'), 'HTTPRoute');

  expect(timeoutOf(routeRules(shortener), '/holiday/raw')).toBe('0s');
});

test('each host leads to its own process', () => {
  const objects = render('gateway-api');
  const backends = ofKind(objects, 'HTTPRoute').map((route) => [
    (route.spec as unknown as { hostnames: string[] }).hostnames,
    [...new Set(routeRules(route).flatMap(({ backendRefs }) => backendRefs.map(({ name }) => name)))],
  ]);

  expect(backends).toEqual([
    [['app.example.com'], ['demo-dealbridge-gateway-public']],
    [['go.example.com'], ['demo-dealbridge-shortener-public']],
  ]);
  const services = ofKind(objects, 'Service').map(({ metadata }) => metadata.name);
  expect(services).toEqual(expect.arrayContaining(backends.flatMap(([, names]) => names ?? [])));
});

test('long requests get their own Ingress if annotations for it are set', () => {
  const [usual, long] = ofKind(render('everything'), 'Ingress');

  expect(usual?.metadata.annotations).toBeUndefined();
  expect(long?.metadata.annotations).toEqual({ 'door.example.com/timeout': '180s' });
  const paths = ingressRules(long).map(({ host, http }) => [host, http.paths.map(({ path }) => path)]);
  expect(paths).toEqual([
    ['app.example.com', expect.arrayContaining(['/api/agent', '/api/screenshots'])],
    ['go.example.com', ['/']],
  ]);
  // Two Ingresses for the same path of a host would conflict.
  expect(ingressRules(usual).map(({ host }) => host)).toEqual(['app.example.com']);

  const alone = ofKind(render('minimal', '--set', 'ingress.enabled=true'), 'Ingress');
  expect(alone).toHaveLength(1);
  expect(ingressRules(alone[0]).map(({ host }) => host)).toEqual(['app.example.com', 'go.example.com']);
});
