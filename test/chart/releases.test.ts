/** A release that shares its namespace or cluster with others. */
import { expect, test } from '@jest/globals';
import { helm } from './helm.ts';
import { CHART, containersOf, type KubeObject, ofKind, parseObjects, podsOf, render, valuesFile } from './rendered.ts';

const release = (name: string, set = 'everything'): KubeObject[] =>
  parseObjects(helm('template', name, CHART, '--namespace', 'shop', '-f', valuesFile(set)));

test('names fit even with the longest release name that helm allows', () => {
  const text = helm('template', 'r'.repeat(53), CHART, '-f', valuesFile('everything'));
  const names = [...text.matchAll(/^ {2}name: (\S+)$/gm)].map(([, name]) => name ?? '');
  const labels = [...text.matchAll(/app\.kubernetes\.io\/\w+: "?([^"\s]+)/g)].map(([, value]) => value ?? '');

  expect(names.length).toBeGreaterThan(50);
  for (const name of [...names, ...labels]) expect(name.length).toBeLessThanOrEqual(63);
});

test.each([
  ['dealbridge', 'dealbridge-two'],
  ['shop', 'shop-dealbridge'],
  [`${'r'.repeat(50)}-1`, `${'r'.repeat(50)}-2`],
])('%s and %s do not collide in one namespace', (one, other) => {
  const [first, second] = [release(one), release(other)];
  const namesOf = (objects: KubeObject[]): string[] => objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);

  expect(namesOf(first).filter((name) => namesOf(second).includes(name))).toEqual([]);
  const instances = (objects: KubeObject[]): Set<string | undefined> =>
    new Set(objects.map(({ metadata }) => metadata.labels?.['app.kubernetes.io/instance']));
  expect(instances(first)).toEqual(new Set([one]));
  // Every pod selector names its release.
  for (const { kind, metadata, spec } of first) {
    const selectors = selectorsIn(spec);
    for (const labels of selectors)
      expect([kind, metadata.name, labels]).toEqual([kind, metadata.name, ofRelease(one)]);
  }
});

function ofRelease(name: string): unknown {
  return expect.objectContaining({ 'app.kubernetes.io/instance': name, 'app.kubernetes.io/name': 'dealbridge' });
}

/** The labels of every selector for pods of this chart in an object; peers outside the installation are left out. */
function selectorsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (name === 'namespaceSelector') return [];
    if (name === 'matchLabels') return [inner];
    return selectorsIn(inner);
  });
}

test('a namespace with quotas accepts every pod', () => {
  const limits = ['defaults', 'jobs', 'browser'].flatMap((who) => ['--set', `${who}.resources.limits.cpu=500m`]);
  const objects = render('everything', ...limits);
  const pods = podsOf(objects);

  expect(pods.length).toBeGreaterThan(10);
  for (const { owner, pod } of pods)
    for (const { name, resources } of containersOf(pod))
      expect([owner, name, resources]).toEqual([
        owner,
        name,
        {
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { cpu: '500m', memory: expect.any(String) },
        },
      ]);
});

test('in an IPv6-only cluster no setting contains an IPv4 address except loopback', () => {
  const deployments = ofKind(render('minimal', '--set', 'listenOn=[::]'), 'Deployment');
  const values = deployments.flatMap(({ spec }) => {
    const [container] = spec?.template?.spec.containers ?? [];
    return container?.env?.map(({ name, value = '' }) => `${name}=${value}`) ?? [];
  });

  expect(values).toContain('GRPC_ADDRESS=[::]:50051');
  expect(values).toContain('SHORTENER_HTTP_ADDRESS=[::]:8082');
  expect(values.filter((value) => /\d+\.\d+\.\d+\.\d+/.test(value) && !value.includes('127.0.0.1'))).toEqual([]);
});
