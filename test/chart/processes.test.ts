/** The chart against the code: what it gives to processes is what they read, and who may reach whom is who calls whom. */
import { expect, test } from '@jest/globals';
import { LIVENESS, READINESS } from '@svc/chassis/grpc/server';
import { environmentSchema } from '@svc/topology/environment';
import { PROCESS_NAMES, PROCESSES, settingsOf, type Process, type ProcessName } from '@svc/topology/processes';
import { SETTINGS } from '@svc/topology/settings';
import { chartProcesses } from '../../scripts/chart/process-table.ts';
import { ofKind, render, VALUE_SETS, type KubeObject, type PolicyRule, type Variable } from './rendered.ts';

/** What an installation might keep in its Secrets, by the keys that the chart names. */
const KEPT: readonly (readonly [RegExp, string])[] = [
  [/^installation-id$/, '5f0c7a52-3a51-4a57-9f0c-0d5bd6d0a001'],
  [/^signing-key$/, 'A'.repeat(43)],
  [/^service-/, 'x'.repeat(43)],
  [/^email$/, 'admin@example.com'],
  [
    /^(?:memory-admin|memory-database-url|admin|identity|deal|viewcheck|shortener|screenshot|copilot)(?:-listen)?$/,
    'postgres://svc:p@db:5432/app',
  ],
];

const BY_SECRET: Readonly<Record<string, string>> = {
  'dealbridge-redis': 'redis://redis:6379',
  'dealbridge-smtp': 'smtp://mail:587',
};

/** For the kubelet and Node, and not for the product. */
const OF_THE_CHART = /^(?:NODE_ENV|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|POD_NAME|OTEL_[A-Z_]+|SECRET_OF_[A-Z_]+)$/;

/** The environment of a container as the kubelet makes it. */
function environmentOf(variables: readonly Variable[]): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const { name, value = '', valueFrom } of variables) {
    const { secretKeyRef } = valueFrom ?? {};
    if (secretKeyRef) environment[name] = keptAs(secretKeyRef.name, secretKeyRef.key);
    else environment[name] = value.replaceAll(/\$\((\w+)\)/g, (_match, other: string) => environment[other] ?? '');
  }
  return environment;
}

function keptAs(secret: string, key: string): string {
  return BY_SECRET[secret] ?? KEPT.find(([pattern]) => pattern.test(key))?.[1] ?? 'y'.repeat(40);
}

function processOf({ metadata }: KubeObject): ProcessName {
  const name = PROCESS_NAMES.find((each) => each === metadata.labels?.['app.kubernetes.io/component']);
  if (!name) throw new Error(`${metadata.name} is none of the processes.`);
  return name;
}

test.each(VALUE_SETS)('%s: every process accepts what it is given, and reads all of it', (set) => {
  const deployments = ofKind(render(set), 'Deployment');
  for (const deployment of deployments) {
    const name = processOf(deployment);
    const container = deployment.spec?.template?.spec.containers[0];
    const environment = environmentOf(container?.env ?? []);

    expect([name, environmentSchema(name).safeParse(environment).error?.issues]).toEqual([name, undefined]);
    const unread = Object.keys(environment).filter(
      (variable) => !settingsOf(name).includes(variable) && !OF_THE_CHART.test(variable),
    );
    expect([name, unread]).toEqual([name, []]);
    expect(container?.args).toEqual([`${PROCESSES[name].folder}/${PROCESSES[name].main}`]);
  }
  const withWorkers = set === 'minimal' ? 0 : 1;
  expect(deployments).toHaveLength(PROCESS_NAMES.length - 1 + withWorkers);
});

test.each(VALUE_SETS)('%s: probes ask for the names that processes answer to, where they listen', (set) => {
  for (const deployment of ofKind(render(set), 'Deployment')) {
    const name = processOf(deployment);
    const {
      livenessProbe,
      readinessProbe,
      startupProbe,
      ports = [],
    } = deployment.spec?.template?.spec.containers[0] ?? {};
    if ('grpc' in PROCESSES[name].listeners) {
      const port = ports.find((each) => each.name === 'grpc')?.containerPort;
      expect([livenessProbe?.grpc, readinessProbe?.grpc, startupProbe?.grpc]).toEqual([
        { port, service: LIVENESS },
        { port, service: READINESS },
        // One that waited for readiness would end in restarts while Postgres is away.
        { port, service: LIVENESS },
      ]);
    } else {
      expect([livenessProbe?.httpGet?.path, readinessProbe?.httpGet?.path]).toEqual([
        '/healthz/live',
        '/healthz/ready',
      ]);
    }
  }
});

/** `from>to:port` for each pair of processes that a set of policies connects. */
function edgesOf(policies: readonly KubeObject[], side: 'ingress' | 'egress'): string[] {
  const edges = policies.flatMap((policy) => {
    const own = componentOf(policy.spec?.podSelector?.matchLabels);
    const rules: readonly PolicyRule[] = policy.spec?.[side] ?? [];
    return rules.flatMap(({ ports = [], from = [], to = [] }) =>
      [...from, ...to].flatMap((peer) => {
        const other = componentOf(peer.podSelector?.matchLabels);
        if (own === undefined || other === undefined || [own, other].includes('test')) return [];
        return ports.map(({ port }) => (side === 'ingress' ? `${other}>${own}:${port}` : `${own}>${other}:${port}`));
      }),
    );
  });
  return [...new Set(edges)].toSorted();
}

function componentOf(labels: Readonly<Record<string, string>> = {}): string | undefined {
  return labels['app.kubernetes.io/component'];
}

test.each(['everything', 'minimal', 'gateway-api'] as const)(
  '%s: the policies let through who calls whom, and nobody else',
  (set) => {
    const policies = ofKind(render(set), 'NetworkPolicy');
    const table = chartProcesses();
    const due = PROCESS_NAMES.flatMap((name) => {
      const { calls = {}, deliveries = {}, proxies = {} }: Process = PROCESSES[name];
      const grpc = [...new Set([...Object.keys(calls), ...Object.keys(deliveries)])];
      return [
        ...grpc.map((to) => `${name}>${to}:${table[to]?.listens.grpc?.port}`),
        ...Object.keys(proxies).map((to) => `${name}>${to}:${table[to]?.listens.internal?.port}`),
      ];
    }).toSorted();

    expect(edgesOf(policies, 'ingress')).toEqual(due);
    expect(edgesOf(policies, 'egress')).toEqual(due);
  },
);

test('whoever opens addresses of users reaches nothing private', () => {
  const policies = ofKind(render('everything'), 'NetworkPolicy');
  const open = policies.filter(({ spec }) => spec?.egress?.some(({ to = [] }) => to.some(({ ipBlock }) => ipBlock)));

  expect(open.map(processOf)).toEqual(['screenshot']);
  const blocks = open[0]?.spec?.egress?.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? [])) ?? [];
  expect(blocks.flatMap(({ except = [] }) => except)).toEqual(
    expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', 'fc00::/7']),
  );
});

test('every setting can be given by its name, and reaches the processes that read it', () => {
  const table = chartProcesses();
  const secrets = new Set(Object.values(table).flatMap(({ secrets: own }) => Object.keys(own)));
  const given = ['STOP_GRACE_MS', 'APP_ORIGIN', 'SHORTENER_ORIGIN', 'SERVICE_SECRETS', 'DATA_DIR', 'HOST'];
  const listeners = Object.values(PROCESSES).flatMap((process) => Object.values((process as Process).listeners));
  const settable = new Set(Object.values(table).flatMap(({ settings }) => settings));

  const missing = Object.keys(SETTINGS).filter(
    (name) => ![...secrets, ...settable, ...given, ...listeners, 'LOG_FILE_BYTES_MAX', 'LOG_FILES_MAX'].includes(name),
  );
  expect(missing).toEqual([]);
  const level = ofKind(render('minimal', '--set', 'settings.LOG_LEVEL=warn'), 'Deployment').map(
    (deployment) => environmentOf(deployment.spec?.template?.spec.containers[0]?.env ?? [])['LOG_LEVEL'],
  );
  expect(new Set(level)).toEqual(new Set(['warn']));
});
