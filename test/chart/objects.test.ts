import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { secretsReferredTo } from './environment.ts';
import { helm } from './helm.ts';
import { findUnknownFields, findWrongFields } from './object-shapes.ts';
import {
  CHART,
  containersOf,
  type KubeObject,
  ofKind,
  podsOf,
  render,
  renderText,
  renderUncached,
  VALUE_SETS,
  valuesFile,
} from './rendered.ts';

test.each(VALUE_SETS)('%s: helm lints without errors, and renders the same twice', (set) => {
  expect(helm('lint', '--strict', CHART, '-f', join(CHART, 'ci', `${set}.yaml`))).toContain('0 chart(s) failed');
  expect(renderUncached(set)).toBe(renderText(set));
});

test.each(VALUE_SETS)('%s: every object has a valid shape for its kind', async (set) => {
  const objects = render(set);

  expect(await findWrongFields(objects)).toEqual([]);
  expect(findUnknownFields(objects)).toBe('');
});

test('a misspelled field and a wrong quantity are each found by their check', async () => {
  const [deployment] = ofKind(render('minimal'), 'Deployment');
  const text = JSON.stringify(deployment);
  const misspelt = JSON.parse(text.replace('"livenessProbe"', '"livenesProbe"')) as KubeObject;
  const wrong = JSON.parse(text.replace('"limits":{"memory":"2Gi"}', '"limits":{"memory":"2GB"}')) as KubeObject;

  expect(findUnknownFields([misspelt])).toContain('livenesProbe');
  expect(await findWrongFields([wrong])).toEqual([expect.stringContaining('memory')]);
});

test.each(VALUE_SETS)('%s: every pod has the restricted profile and resource requests', (set) => {
  for (const { owner, pod } of podsOf(render(set))) {
    expect([owner, pod]).toEqual([
      owner,
      expect.objectContaining({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: expect.objectContaining({
          runAsNonRoot: true,
          runAsUser: 10_001,
          seccompProfile: { type: 'RuntimeDefault' },
        }),
      }),
    ]);
    for (const { name, image, securityContext, resources } of containersOf(pod)) {
      expect([owner, name, securityContext]).toEqual([
        owner,
        name,
        expect.objectContaining({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        }),
      ]);
      expect([owner, name, resources]).toEqual([
        owner,
        name,
        {
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        },
      ]);
      expect(image).toMatch(/:[^:/]+$/);
      expect(image).not.toMatch(/:latest$/);
    }
  }
});

test.each(VALUE_SETS)('%s: each selector matches the pods of exactly one Deployment', (set) => {
  const objects = render(set);
  const deployments = ofKind(objects, 'Deployment');
  const selected = (labels: Readonly<Record<string, string>>): string[] =>
    deployments
      .filter(({ spec }) =>
        Object.entries(labels).every(([name, value]) => spec?.template?.metadata.labels[name] === value),
      )
      .map(({ metadata }) => metadata.name);
  const selectors = [...ofKind(objects, 'Deployment'), ...ofKind(objects, 'PodDisruptionBudget')].map((object) => [
    object.metadata.name,
    object.spec?.selector?.matchLabels ?? {},
  ]);
  const services = ofKind(objects, 'Service').map(
    ({ metadata, spec }) => [metadata.name, spec?.selector as unknown as Record<string, string>] as const,
  );

  for (const [name, labels] of [...selectors, ...services]) {
    expect([name, selected(labels as Record<string, string>)]).toEqual([name, [expect.any(String)]]);
  }
  for (const { metadata, spec } of ofKind(objects, 'Service')) {
    const [name] = selected(spec?.selector as unknown as Record<string, string>);
    const ports = deployments.find((each) => each.metadata.name === name)?.spec?.template?.spec.containers[0]?.ports;
    const names = ports?.map((port) => port.name);
    expect([metadata.name, names]).toEqual([metadata.name, expect.arrayContaining([spec?.ports?.[0]?.targetPort])]);
  }
});

test.each(VALUE_SETS)('%s: accounts and scale targets that are referred to exist', (set) => {
  const objects = render(set);
  const namesOf = (kind: string): string[] => ofKind(objects, kind).map(({ metadata }) => metadata.name);
  for (const { metadata, spec } of ofKind(objects, 'Deployment')) {
    expect(namesOf('ServiceAccount')).toContain(spec?.template?.spec.serviceAccountName);
    const isScaled = ofKind(objects, 'HorizontalPodAutoscaler').some(
      (scaler) => scaler.spec?.scaleTargetRef?.name === metadata.name,
    );
    expect([metadata.name, spec?.replicas === undefined]).toEqual([metadata.name, isScaled]);
  }
  for (const { spec } of ofKind(objects, 'HorizontalPodAutoscaler')) {
    expect(namesOf('Deployment')).toContain(spec?.scaleTargetRef?.name);
  }
});

test.each(VALUE_SETS)('%s: Secrets and ConfigMaps belong to the installation, under the names in its values', (set) => {
  const objects = render(set);
  const values = readFileSync(valuesFile(set), 'utf8');
  const named = new Set(secretsReferredTo(objects).map(({ secret }) => secret));
  for (const { pod } of podsOf(objects))
    for (const { configMap } of pod.volumes ?? []) if (configMap) named.add(configMap.name);

  const unset = [
    'dealbridge-database',
    'dealbridge-internal',
    'dealbridge-shortener-objects',
    'dealbridge-screenshot-objects',
  ];
  expect(unset.filter((name) => !named.has(name))).toEqual([]);
  for (const name of named) expect([name, unset.includes(name) || values.includes(name)]).toEqual([name, true]);
  expect(ofKind(objects, 'Secret')).toEqual([]);
});

test.each(VALUE_SETS)('%s: a job before the release uses no objects of the release', (set) => {
  for (const { metadata, spec } of ofKind(render(set), 'Job')) {
    expect([metadata.name, metadata.annotations?.['helm.sh/hook']]).toEqual([metadata.name, 'pre-install,pre-upgrade']);
    expect(spec?.template?.spec.serviceAccountName).toBeUndefined();
    const volumes = spec?.template?.spec.volumes ?? [];
    expect(volumes.map(({ secret }) => secret?.secretName)).toEqual(set === 'everything' ? ['dealbridge-ca'] : []);
  }
});
