/**
 * Checks the chart against the code: processes read the settings they get, and policies allow exactly the calls they
 * make.
 */
import { expect, test } from '@jest/globals';
import { LIVENESS, READINESS } from '@svc/chassis/grpc/server';
import { chartProcesses } from '@svc/scripts/build/chart/process-table';
import { type Process, PROCESS_NAMES, PROCESSES, settingsOf } from '@svc/topology/processes';
import { environmentsIn, processDeployments, processOf, readAs, trialSecrets } from './environment.ts';
import { type KubeObject, ofKind, type PolicyRule, render, VALUE_SETS } from './rendered.ts';

/** Variables for the kubelet and Node, which the product does not read. */
const OF_THE_CHART = /^(?:NODE_ENV|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|POD_NAME|OTEL_[A-Z_]+|SECRET_OF_[A-Z_]+)$/;

test.each(VALUE_SETS)('%s: every process accepts its environment and reads every variable of it', (set) => {
  const objects = render(set);
  const environments = environmentsIn(objects, trialSecrets());
  for (const { name, environment } of environments) {
    readAs(name, environment);
    const unread = Object.keys(environment).filter(
      (variable) => !settingsOf(name).includes(variable) && !OF_THE_CHART.test(variable),
    );
    expect([name, unread]).toEqual([name, []]);
  }
  for (const deployment of processDeployments(objects)) {
    expect(deployment.spec?.template?.spec.containers[0]?.args).toEqual([`dist/${processOf(deployment)}.js`]);
  }
  const withWorkers = set === 'minimal' ? 0 : 1;
  expect(environments).toHaveLength(PROCESS_NAMES.length - 1 + withWorkers);
});

test.each(VALUE_SETS)('%s: a probe tolerates seconds of delay, but not a process that has stopped answering', (set) => {
  for (const deployment of processDeployments(render(set))) {
    const { livenessProbe, readinessProbe } = deployment.spec?.template?.spec.containers[0] ?? {};
    for (const probe of [livenessProbe, readinessProbe])
      expect([deployment.metadata.name, probe]).toEqual([
        deployment.metadata.name,
        expect.objectContaining({ timeoutSeconds: 5, failureThreshold: 3 }),
      ]);
  }
});

test.each(VALUE_SETS)('%s: a stopping pod gives uploads and captures enough time to complete', (set) => {
  const graceOf = (name: string): [number | undefined, string | undefined] => {
    const pod = processDeployments(render(set)).find((each) => processOf(each) === name)?.spec?.template?.spec;
    const told = pod?.containers[0]?.env?.find((variable) => variable.name === 'STOP_GRACE_MS')?.value;
    return [pod?.terminationGracePeriodSeconds, told];
  };

  expect(graceOf('gateway')).toEqual([180, '170000']);
  expect(graceOf('screenshot')).toEqual([180, '170000']);
  expect(graceOf('deal')).toEqual([45, '35000']);
});

test.each(VALUE_SETS)('%s: probes use the names and ports that processes serve', (set) => {
  for (const deployment of processDeployments(render(set))) {
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
        // A startup probe for readiness would restart pods while Postgres is down.
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

/** `from>to:port` for each pair of processes that the policies connect. */
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
  '%s: the policies allow only the calls of the table',
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
    });
    // Capturing processes call the browser, which reaches only their proxy.
    due.push('screenshot>browser:9222', 'browser>screenshot:8083');
    due.sort();

    expect(edgesOf(policies, 'ingress')).toEqual(due);
    expect(edgesOf(policies, 'egress')).toEqual(due);
  },
);

test("a process that opens users' URLs reaches no private addresses", () => {
  const policies = ofKind(render('everything'), 'NetworkPolicy');
  const open = policies.filter(({ spec }) =>
    spec?.egress?.some(({ to = [] }) => to.some(({ ipBlock }) => ipBlock?.except)),
  );

  expect(open.map(processOf)).toEqual(['copilot', 'screenshot']);
  for (const { spec } of open) {
    const blocks = spec?.egress?.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? [])) ?? [];
    expect(blocks.flatMap(({ except = [] }) => except)).toEqual(
      expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', 'fc00::/7']),
    );
  }
});
