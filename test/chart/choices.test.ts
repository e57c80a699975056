/** The choices of an installation, and their effect on the objects. */
import { expect, test } from '@jest/globals';
import { processDeployments } from './environment.ts';
import { helm } from './helm.ts';
import { CHART, type KubeObject, ofKind, podsOf, render, valuesFile } from './rendered.ts';

/** The notes that helm prints after an installation. */
function notes(set: string, ...options: string[]): string {
  const text = helm('install', 'demo', CHART, '--dry-run=client', '-f', valuesFile(set), ...options);
  return text.slice(text.indexOf('NOTES:\n') + 'NOTES:\n'.length).trim();
}

const named = (objects: readonly KubeObject[], kind: string, name: string): KubeObject | undefined =>
  ofKind(objects, kind).find(({ metadata }) => metadata.name === `demo-dealbridge-${name}`);

/** Checksum of the settings of each process. */
function checksums(...options: string[]): Record<string, string | undefined> {
  const deployments = processDeployments(render('everything', ...options));
  return Object.fromEntries(
    deployments.map(({ metadata, spec }) => [
      metadata.name.replace('demo-dealbridge-', ''),
      (spec?.template?.metadata as KubeObject['metadata'] | undefined)?.annotations?.['checksum/config'],
    ]),
  );
}

test('a changed setting restarts only the processes that read it', () => {
  const before = checksums();
  const changed = (...options: string[]): string[] => {
    const after = checksums(...options);
    return Object.keys(before).filter((name) => before[name] !== after[name]);
  };

  expect(Object.values(before)).not.toContain(undefined);
  expect(changed('--set', 'settings.LINK_CACHE_MAX=1000')).toEqual(['shortener']);
  expect(changed('--set', 'components.deal.extraEnv[0].name=TZ')).toEqual(['deal']);
  expect(changed('--set', 'components.deal.replicas=4')).toEqual([]);
});

test('the notes count the connections of all processes, with one extra pod each during an update', () => {
  // 28 with one pod each, without the click consumer; see "Database" in docs/operations.md.
  expect(notes('minimal')).toContain('Connections to Postgres, at most: 56.');
  expect(notes('minimal', '--set', 'settings.PG_POOL_MAX=5')).toContain('at most: 80.');
  expect(notes('minimal', '--set', 'settings.PG_POOL_MAX=6')).toContain('at most: 92.');
  expect(notes('everything')).toMatch(/at most: \d+, and 18 to the memory database\./);
});

test('the notes are short, and list what is unset or open', () => {
  for (const set of ['minimal', 'everything', 'no-policies']) expect(notes(set).split('\n').length).toBeLessThan(10);
  expect(notes('minimal')).toContain('settings.TRUSTED_PROXIES is empty');
  expect(notes('minimal')).toContain('Unset: secrets.redis, secrets.smtp, secrets.firstAdmin, telemetry.endpoint.');
  expect(notes('everything')).not.toMatch(/Unset|Warning/);
  expect(notes('no-policies')).toContain('Warning: networkPolicy.enabled is false');
});

test('the shortener scales up at once and down one pod a minute, and externally scaled pods set no number', () => {
  const objects = render('everything', '--set', 'components.click-consumer.autoscaling.external=true');
  const scaler = named(objects, 'HorizontalPodAutoscaler', 'shortener')?.spec as unknown as Record<string, unknown>;

  expect(scaler).toMatchObject({
    minReplicas: 2,
    maxReplicas: 10,
    // CPU time, not a share of the small request: nearly idle pods are no reason to scale up.
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '600m' } } }],
    behavior: {
      scaleUp: { stabilizationWindowSeconds: 0 },
      scaleDown: { stabilizationWindowSeconds: 300, policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] },
    },
  });
  expect(ofKind(objects, 'HorizontalPodAutoscaler')).toHaveLength(1);
  expect(named(objects, 'Deployment', 'click-consumer')?.spec?.replicas).toBeUndefined();
});

test('every process and job trusts the configured CA, and only the gateway mounts the public pages', () => {
  const pods = podsOf(render('everything')).filter(({ owner }) => !/-(?:test|browser)$/.test(owner));
  for (const { owner, pod } of pods) {
    expect([owner, pod.containers[0]?.env]).toEqual([
      owner,
      expect.arrayContaining([{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/trusted-ca/ca.crt' }]),
    ]);
    expect([owner, pod.volumes]).toEqual([
      owner,
      expect.arrayContaining([
        { name: 'trusted-ca', secret: { secretName: 'dealbridge-ca', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      ]),
    ]);
  }
  const withPages = pods.filter(({ pod }) => pod.volumes?.some(({ name }) => name === 'public-pages'));
  expect(withPages.map(({ owner }) => owner)).toEqual(['Deployment/demo-dealbridge-gateway']);
});

test('pods are spread over zones and nodes, separately for each version', () => {
  for (const { metadata, spec } of ofKind(render('minimal'), 'Deployment')) {
    const pod = spec?.template?.spec as unknown as { topologySpreadConstraints: unknown[] } | undefined;
    const constraint = (topologyKey: string): unknown => ({
      maxSkew: 1,
      topologyKey,
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: spec?.selector?.matchLabels },
      matchLabelKeys: ['pod-template-hash'],
    });
    expect([metadata.name, pod?.topologySpreadConstraints]).toEqual([
      metadata.name,
      [constraint('topology.kubernetes.io/zone'), constraint('kubernetes.io/hostname')],
    ]);
  }
});

test('the browser runs in its own pods, as another user without secrets, tokens or DNS', () => {
  const objects = render('everything');
  const pod = named(objects, 'Deployment', 'browser')?.spec?.template?.spec;
  const [browser, ...others] = pod?.containers ?? [];
  const probe = { httpGet: { port: 'devtools', path: '/json/version' }, timeoutSeconds: 5, failureThreshold: 3 };

  expect([others, pod?.initContainers]).toEqual([[], undefined]);
  expect(pod).toMatchObject({ automountServiceAccountToken: false, dnsPolicy: 'None' });
  expect(browser).toMatchObject({
    env: [{ name: 'BROWSER_SANDBOX', value: 'preferred' }],
    securityContext: { runAsUser: 10_002, runAsGroup: 10_002 },
    livenessProbe: probe,
    readinessProbe: probe,
  });
  expect(named(objects, 'Deployment', 'screenshot')?.spec?.template?.spec.initContainers).toBeUndefined();
});

test('the browser accepts only capturing processes, and reaches only their proxies', () => {
  const policy = named(render('everything'), 'NetworkPolicy', 'browser')?.spec;
  const ofScreenshot = [
    { podSelector: { matchLabels: expect.objectContaining({ 'app.kubernetes.io/component': 'screenshot' }) } },
  ];

  expect(policy?.ingress).toEqual([{ ports: [{ port: 9_222 }], from: ofScreenshot }]);
  expect(policy?.egress).toEqual([{ ports: [{ port: 8_083 }], to: ofScreenshot }]);
});

test("only capturing processes get the browser's URL and a proxy port", () => {
  const told = processDeployments(render('everything')).flatMap(({ metadata, spec }) => {
    const env = spec?.template?.spec.containers[0]?.env ?? [];
    const values = ['CAPTURE_BROWSER_URL', 'CAPTURE_PROXY_PORT'].map(
      (name) => env.find((variable) => variable.name === name)?.value,
    );
    return values.some(Boolean) ? [[metadata.name, ...values]] : [];
  });

  expect(told).toEqual([['demo-dealbridge-screenshot', 'ws://demo-dealbridge-browser:9222', '8083']]);
});

test('without a browser none of its objects exist, and a sandbox can be required', () => {
  const chosen = ['browser.sandbox=required', 'browser.hostUsers=false', 'browser.seccompProfile.type=Localhost'];
  const options = [...chosen, 'browser.seccompProfile.localhostProfile=chromium.json'].flatMap((each) => [
    '--set',
    each,
  ]);
  const pod = named(render('minimal', ...options), 'Deployment', 'browser')?.spec?.template?.spec;

  expect(pod).toMatchObject({
    hostUsers: false,
    containers: [
      {
        env: [{ name: 'BROWSER_SANDBOX', value: 'required' }],
        securityContext: { seccompProfile: { type: 'Localhost', localhostProfile: 'chromium.json' } },
      },
    ],
  });
  expect(notes('minimal')).toContain('see `sandbox` in /api/readiness');
  expect(notes('minimal', ...options)).not.toContain('sandbox');
  expect(JSON.stringify(render('no-policies'))).not.toMatch(/browser/i);
});

test('pods reach only what the values name, and a whole port only where the values say so', () => {
  const rules = ofKind(render('everything'), 'NetworkPolicy').flatMap(({ spec }) => spec?.egress ?? []);
  const open = rules.filter(({ to }) => to === undefined).flatMap(({ ports = [] }) => ports.map(({ port }) => port));

  expect(new Set(open)).toEqual(new Set([443, 587]));
});

test("addresses that users name cannot lead into the cluster or to the cloud's metadata", () => {
  const rules = ofKind(render('minimal'), 'NetworkPolicy').flatMap(({ spec }) => spec?.egress ?? []);
  const excepted = rules.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock?.except ?? []));

  expect(excepted).toEqual(expect.arrayContaining(['169.254.0.0/16', '168.63.129.16/32', '10.0.0.0/8', 'fc00::/7']));
});

test('each service that keeps images has access only to its own bucket', () => {
  const keys = ofKind(render('minimal'), 'Deployment').flatMap(({ metadata, spec }) =>
    (spec?.template?.spec.containers[0]?.env ?? [])
      .filter(({ name }) => name === 'S3_SECRET_KEY')
      .map(({ valueFrom }) => [metadata.name, valueFrom?.secretKeyRef?.name]),
  );

  expect(keys).toEqual([
    ['demo-dealbridge-screenshot', 'dealbridge-screenshot-objects'],
    ['demo-dealbridge-shortener', 'dealbridge-shortener-objects'],
  ]);
});

test('private model servers are open to copilot alone, and only with a pool', () => {
  const peers = [{ podSelector: { matchLabels: { app: 'ollama' } } }];
  const server = ['--set-json', `networkPolicy.modelServers=${JSON.stringify([{ port: 11_434, peers }])}`];
  const openTo = (...options: string[]) =>
    ofKind(render('everything', ...options), 'NetworkPolicy').flatMap(({ metadata, spec }) =>
      (spec?.egress ?? []).flatMap(({ ports = [], to }) =>
        ports.some(({ port }) => port === 11_434) ? [{ name: metadata.name, to }] : [],
      ),
    );

  expect(openTo(...server)).toEqual([]);
  expect(openTo(...server, '--set-json', 'settings.COPILOT_FREE_POOL_JSON="[]"')).toEqual([
    { name: 'demo-dealbridge-copilot', to: peers },
  ]);
});

test('the memory database has its own connection string, administrator, job and network access', () => {
  const objects = render('everything', '--set', 'networkPolicy.memoryDatabase.port=5433');
  const secretOf = (name: string, kind: string, variable: string): unknown => {
    const [container] = named(objects, kind, name)?.spec?.template?.spec.containers ?? [];
    return container?.env?.find((each) => each.name === variable)?.valueFrom?.secretKeyRef;
  };
  const own = { name: 'dealbridge-copilot', key: 'memory-database-url' };

  expect(secretOf('copilot', 'Deployment', 'MEMORY_DATABASE_URL')).toEqual(own);
  expect(secretOf('migrate-copilot', 'Job', 'MEMORY_DATABASE_URL')).toEqual(own);
  expect(secretOf('bootstrap', 'Job', 'COPILOT_DATABASE_URL')).toEqual(own);
  expect(secretOf('bootstrap', 'Job', 'MEMORY_DATABASE_URL')).toEqual({ ...own, key: 'memory-admin' });
  const reach = ofKind(objects, 'NetworkPolicy').filter(({ spec }) =>
    spec?.egress?.some(({ ports = [] }) => ports.some(({ port }) => port === 5433)),
  );
  expect(reach.map(({ metadata }) => metadata.name)).toEqual(['demo-dealbridge-copilot', 'demo-dealbridge-jobs']);
});
