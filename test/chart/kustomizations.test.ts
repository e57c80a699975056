/** Checks that every kustomization in `k8s/` builds and contains what the chart refers to. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '@svc/scripts/stack/paths';
import { CLICK_GROUP } from '@svc/shortener/clicks/click-stream';
import { parse } from 'yaml';
import { environmentsIn, readAs, secretsIn, secretsReferredTo } from './environment.ts';
import { helm } from './helm.ts';
import { runKubeTool } from './kube-tools.ts';
import { findUnknownFields, findWrongFields, hasShape } from './object-shapes.ts';
import { CHART, containersOf, type KubeObject, ofKind, parseObjects, podsOf } from './rendered.ts';

const KUSTOMIZATIONS = ['local', 'observability', 'production'] as const;

const built = new Map<string, KubeObject[]>();

function build(folder: string): KubeObject[] {
  const known = built.get(folder);
  if (known) return known;
  const objects = parseObjects(runKubeTool('kubectl', ['kustomize', join(ROOT, 'k8s', folder)]));
  built.set(folder, objects);
  return objects;
}

const renderWith = (folder: string, namespace = 'dealbridge'): KubeObject[] =>
  parseObjects(
    helm('template', 'dealbridge', CHART, '--namespace', namespace, '-f', join(ROOT, 'k8s', folder, 'values.yaml')),
  );

test.each(KUSTOMIZATIONS)('%s: every object has a valid shape for its kind', async (folder) => {
  const objects = build(folder).filter(hasShape);

  expect(objects.length).toBeGreaterThan(1);
  expect(await findWrongFields(objects)).toEqual([]);
  expect(findUnknownFields(objects)).toBe('');
});

test.each(KUSTOMIZATIONS)('%s: every pod has the restricted profile, resource bounds, and a pinned image', (folder) => {
  for (const { owner, pod } of podsOf(build(folder))) {
    expect([owner, pod.automountServiceAccountToken, pod.securityContext]).toEqual([
      owner,
      false,
      expect.objectContaining({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }),
    ]);
    for (const { name, image, securityContext, resources } of containersOf(pod)) {
      expect([owner, name, securityContext]).toEqual([
        owner,
        name,
        { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      ]);
      expect([owner, name, resources]).toMatchObject([
        owner,
        name,
        { requests: { cpu: expect.any(String), memory: expect.any(String) }, limits: { memory: expect.any(String) } },
      ]);
      expect(image).toMatch(/^[^/]+\/.+:[^:]+@sha256:[0-9a-f]{64}$/);
    }
  }
});

test.each(KUSTOMIZATIONS)('%s: pods mount and Services select only existing objects', (folder) => {
  const objects = build(folder);
  const labelsOf = podsOf(objects).map(({ owner }) => owner);
  const namesOf = (kind: string): string[] => ofKind(objects, kind).map(({ metadata }) => metadata.name);

  expect(new Set(labelsOf).size).toBe(labelsOf.length);
  for (const { secret } of secretsReferredTo(objects.filter(({ kind }) => /^(?:Deployment|StatefulSet)$/.test(kind))))
    expect(namesOf('Secret')).toContain(secret);
  for (const { pod } of podsOf(objects))
    for (const { configMap } of pod.volumes ?? [])
      if (configMap) expect(namesOf('ConfigMap')).toContain(configMap.name);
  for (const { metadata, spec } of ofKind(objects, 'Service')) {
    const selector = Object.entries((spec?.selector ?? {}) as Record<string, string>);
    const selected = objects.filter(({ spec: own }) =>
      selector.every(([name, value]) => own?.template?.metadata.labels[name] === value),
    );
    expect([metadata.name, selected.map((each) => each.metadata.name)]).toEqual([metadata.name, [expect.any(String)]]);
  }
});

test.each(['local', 'production'])('%s: helm lints the values without errors', (folder) => {
  const values = join(ROOT, 'k8s', folder, 'values.yaml');

  expect(helm('lint', '--strict', CHART, '-f', values)).toContain('0 chart(s) failed');
});

test('the trial Grafana shows every dashboard of the chart', () => {
  const dashboards = globSync('dashboards/*.json', { cwd: CHART }).map((file) => basename(file));
  const maps = ofKind(build('observability'), 'ConfigMap');
  const shown = maps.find(({ metadata }) => metadata.name.startsWith('dashboards'));

  expect(Object.keys((shown as unknown as { data: object }).data).toSorted()).toEqual(dashboards.toSorted());
});

test('the Collector keeps failed and slow traces and a tenth of the rest, within its memory limit', () => {
  const maps = ofKind(build('observability'), 'ConfigMap') as unknown as { data: Record<string, string> }[];
  const text = maps.find(({ data }) => 'collector-config.yaml' in data)?.data['collector-config.yaml'] ?? '';
  const { processors, service } = parse(text) as {
    processors: { tail_sampling: { policies: { type: string }[] } };
    service: { pipelines: Record<string, { processors: string[] }> };
  };

  expect(processors.tail_sampling.policies.map(({ type }) => type)).toEqual([
    'status_code',
    'latency',
    'probabilistic',
  ]);
  expect(service.pipelines['traces']?.processors).toEqual(['memory_limiter', 'tail_sampling', 'batch']);
  expect(service.pipelines['metrics']?.processors).toEqual(['memory_limiter', 'batch']);
});

test('the chart with trial values finds every Secret and key, and every process accepts its environment', () => {
  const secrets = secretsIn(build('local'));
  const objects = renderWith('local');
  for (const { secret, key } of secretsReferredTo(objects))
    expect([secret, key, secrets[secret]]).toEqual([
      secret,
      key,
      expect.objectContaining({ [key ?? '']: expect.any(String) }),
    ]);

  const environments = environmentsIn(objects, secrets);
  expect(environments).toHaveLength(8);
  for (const { name, environment } of environments) readAs(name, environment);
});

test('trial stores accept enough connections for the values, and never evict clicks', () => {
  const [postgres, redis] = ['postgres', 'redis'].map(
    (name) => podsOf(build('local')).find(({ owner }) => owner.endsWith(`/${name}`))?.pod.containers[0]?.args,
  );

  expect(postgres).toContain('max_connections=200');
  expect(redis?.join(' ')).toMatch(/--appendonly yes .*--maxmemory-policy noeviction/);
});

test('trial network policies let the processes reach the stores', () => {
  const labels = new Set(podsOf(build('local')).map(({ owner }) => owner.replace(/^.*\//, '')));
  const peers = ofKind(renderWith('local'), 'NetworkPolicy').flatMap(({ spec }) =>
    (spec?.egress ?? []).flatMap(({ to = [], ports = [] }) =>
      to.flatMap(({ podSelector }) => {
        const name = podSelector?.matchLabels?.['app.kubernetes.io/name'];
        return name === undefined || name === 'dealbridge' ? [] : [`${name}:${ports[0]?.port}`];
      }),
    ),
  );

  expect(new Set(peers)).toEqual(new Set(['postgres:5432', 'redis:6379', 'minio:9000']));
  for (const peer of peers) expect(labels).toContain(peer.split(':')[0]);
});

interface ExternalSecret {
  readonly spec: {
    readonly target: { readonly name: string; readonly template?: { readonly data: Readonly<Record<string, string>> } };
    readonly data: readonly { readonly secretKey: string; readonly remoteRef: { readonly property: string } }[];
  };
}

/** The Secrets that External Secrets composes from a store with valid values. */
function composedSecrets(objects: readonly KubeObject[]): Record<string, Record<string, string>> {
  const entries = ofKind(objects, 'ExternalSecret').map((object) => {
    const { target, data } = (object as unknown as ExternalSecret).spec;
    const stored = Object.fromEntries(data.map(({ secretKey }) => [secretKey, storedAs(secretKey)]));
    const fill = (text: string): string =>
      text.replaceAll(/\{\{ \.(\w+) \}\}/g, (_match, key: string) => stored[key] ?? `no ${key}`);
    const composed = Object.entries(target.template?.data ?? stored).map(([key, text]) => [key, fill(text)]);
    return [target.name, Object.fromEntries(composed)] as const;
  });
  return Object.fromEntries(entries) as Record<string, Record<string, string>>;
}

const storedAs = (key: string): string => (key === 'email' ? 'admin@example.com' : 'A'.repeat(43));

test('the production example composes every Secret of the chart, and every process accepts its environment', () => {
  const secrets = composedSecrets(build('production'));
  const objects = renderWith('production');
  // Created by the database operator.
  const made = { ...secrets, 'dealbridge-db-ca': {} };
  for (const { secret, key } of secretsReferredTo(objects)) {
    expect(Object.keys(made)).toContain(secret);
    if (key !== undefined) expect(Object.keys(secrets[secret] ?? {})).toContain(key);
  }
  expect(JSON.stringify(secrets)).not.toMatch(/no \w+|\{\{/);
  expect(secrets['dealbridge-database']?.['deal']).toMatch(/^postgres:\/\/svc_deal:.*sslmode=verify-full$/);
  for (const { name, environment } of environmentsIn(objects, secrets)) readAs(name, environment);
});

test('the objects around the production example match the chart', () => {
  const around = build('production');
  const objects = renderWith('production');
  const specOf = (list: readonly KubeObject[], kind: string): Record<string, unknown>[] =>
    ofKind(list, kind).map(({ spec }) => spec as unknown as Record<string, unknown>);

  const [scaled] = specOf(around, 'ScaledObject') as unknown as {
    scaleTargetRef: { name: string };
    triggers: { metadata: Record<string, string> }[];
  }[];
  const target = ofKind(objects, 'Deployment').find(({ metadata }) => metadata.name === scaled?.scaleTargetRef.name);
  expect(target?.spec?.replicas).toBeUndefined();
  expect(scaled?.triggers[0]?.metadata).toMatchObject({ stream: 'shortener:clicks', consumerGroup: CLICK_GROUP });

  const hosts = specOf(objects, 'HTTPRoute').flatMap(({ hostnames }) => hostnames as string[]);
  expect(specOf(around, 'Certificate')[0]?.['dnsNames']).toEqual(hosts);
  expect(specOf(objects, 'HTTPRoute').map(({ parentRefs }) => parentRefs)).toEqual(
    hosts.map(() => [{ name: ofKind(around, 'Gateway')[0]?.metadata.name, sectionName: 'https' }]),
  );

  const [cluster] = specOf(around, 'Cluster') as unknown as { postgresql: { parameters: Record<string, string> } }[];
  const chosen = parse(readFileSync(join(ROOT, 'k8s/production/values.yaml'), 'utf8')) as {
    database: { maxConnections: number };
  };
  expect(Number(cluster?.postgresql.parameters['max_connections'])).toBeGreaterThan(chosen.database.maxConnections);
});
