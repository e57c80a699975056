import { expect, test } from '@jest/globals';
import { ofKind, render, renderText } from './rendered.ts';

test.each([
  ['a missing origin', ['origins.app='], 'origins.app must be set'],
  ['an origin with a path', ['origins.app=https://a.example/x'], '/origins/app'],
  ['an unknown component', ['components.gatewey.replicas=2'], 'gatewey'],
  ['an unknown setting', ['settings.LOG_LEVL=info'], 'LOG_LEVL'],
  ['a misspelled value', ['networkPolicy.door=x'], "'door'"],
  ['an invalid port', ['networkPolicy.database.port=808000'], '/networkPolicy/database/port'],
  ['an invalid digest', ['image.digest=sha256:abc'], '/image/digest'],
  ['a missing database Secret', ['secrets.database='], 'secrets.database must name a Secret'],
  ['several replicas without Redis', ['components.deal.replicas=2'], 'components.deal may run 2 replicas'],
  [
    'more connections than the server accepts',
    ['database.maxConnections=55'],
    'may open 56 connections, but database.maxConnections is 55',
  ],
  [
    'ten shorteners with the default connections of Postgres',
    ['secrets.redis=redis', 'networkPolicy.redis.anywhere=true', 'components.shortener.autoscaling.enabled=true'],
    'may open 125 connections, but database.maxConnections is 97',
  ],
  [
    'a database without peers or anywhere',
    ['networkPolicy.database.anywhere=false'],
    'networkPolicy.database.peers must name its address',
  ],
  ['Redis without peers', ['secrets.redis=redis'], 'networkPolicy.redis.peers must name'],
  ['mail without peers', ['secrets.smtp=smtp'], 'networkPolicy.smtp.peers must name'],
  ['a memory database without peers', ['secrets.copilot=memories'], 'networkPolicy.memoryDatabase.peers must name'],
  ['a Collector without peers', ['telemetry.endpoint=http://c:4318'], 'networkPolicy.otlp.peers must name'],
  [
    'both peers and anywhere',
    ['networkPolicy.objectStore.peers[0].ipBlock.cidr=192.0.2.1/32'],
    'networkPolicy.objectStore has both peers and anywhere',
  ],
  ['model servers anywhere', ['networkPolicy.modelServers[0].port=11434'], /modelServers[./]0.*peers/],
  [
    'two copilots without Redis',
    ['components.copilot.replicas=2', 'database.maxConnections=0'],
    'components.copilot may run 2 replicas, which needs secrets.redis',
  ],
  ['images without an object store', ['settings.S3_ENDPOINT='], 'settings.S3_ENDPOINT must be set'],
  ['the same host for both origins', ['origins.shortLinks=https://app.example.com'], 'must be different hosts'],
  [
    'http origins on an https listener',
    [
      'origins.shortLinks=http://go.example.com',
      'httpRoute.enabled=true',
      'httpRoute.parentRefs[0].name=door',
      'httpRoute.parentRefs[0].sectionName=https',
    ],
    'origins.shortLinks begins with http://, and httpRoute.parentRefs names a listener for https',
  ],
  [
    'a grace period shorter than the pre-stop delay',
    ['defaults.preStopSeconds=40'],
    'terminationGracePeriodSeconds must be',
  ],
  [
    'two autoscalers',
    ['components.deal.autoscaling.enabled=true', 'components.deal.autoscaling.external=true'],
    'components.deal.autoscaling is both',
  ],
  [
    'fewer maximum than minimum replicas',
    [
      'secrets.redis=redis',
      'networkPolicy.redis.anywhere=true',
      'components.deal.autoscaling.minReplicas=9',
      'components.deal.autoscaling.enabled=true',
    ],
    'components.deal.autoscaling.minReplicas is above maxReplicas, which is 6',
  ],
  [
    'an extra variable that the chart sets',
    ['components.deal.extraEnv[0].name=IDENTITY_ADDRESS', 'components.deal.extraEnv[0].value=x:1'],
    'components.deal.extraEnv has IDENTITY_ADDRESS',
  ],
  ['routes without a Gateway', ['httpRoute.enabled=true'], 'httpRoute.parentRefs must name the Gateway'],
  [
    'an http origin with a certificate',
    ['origins.app=http://a.example', 'ingress.enabled=true', 'ingress.tlsSecret=tls'],
    'origins.app begins with http://',
  ],
])('%s is refused by name', (_what, values, message) => {
  const options = values.flatMap((value) => ['--set', value]);

  expect(() => renderText('minimal', ...options)).toThrow(message);
});

test('a component can override its values without affecting others', () => {
  const objects = render('everything', '--set', 'components.deal.replicas=5', '--set', 'components.deal.tag=1.2.3');
  const byName = new Map(
    ofKind(objects, 'Deployment').map(({ metadata, spec }) => [metadata.name, [spec?.replicas, imageOf(spec)]]),
  );

  expect(byName.get('demo-dealbridge-deal')).toEqual([5, 'registry.example.com/team/dealbridge:1.2.3']);
  expect(byName.get('demo-dealbridge-identity')).toEqual([2, 'registry.example.com/team/dealbridge:0.1.0']);
});

function imageOf(spec: ReturnType<typeof render>[number]['spec']): string | undefined {
  return spec?.template?.spec.containers[0]?.image;
}

test('migrations have the deadline from the values, and wait for locks a minute less', () => {
  const jobs = ofKind(render('minimal', '--set', 'jobs.activeDeadlineSeconds=7200'), 'Job');
  const limits = jobs.map(({ spec }) => [
    (spec as unknown as { activeDeadlineSeconds: number }).activeDeadlineSeconds,
    spec?.template?.spec.containers[0]?.env?.find(({ name }) => name === 'MIGRATION_LOCK_WAIT_SECONDS')?.value,
  ]);

  expect(jobs.length).toBeGreaterThan(3);
  for (const limit of limits) expect(limit).toEqual([7_200, '7140']);
});

test('an image is pinned by its digest if given', () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const images = ofKind(render('minimal', '--set', `image.digest=${digest}`), 'Job').map(({ spec }) => imageOf(spec));

  expect(new Set(images)).toEqual(new Set([`dealbridge@${digest}`]));
});

test('no rendered object contains a secret', () => {
  expect(renderText('everything')).not.toMatch(/postgres(?:ql)?:\/\/|rediss?:\/\/|smtps?:\/\//);
});
