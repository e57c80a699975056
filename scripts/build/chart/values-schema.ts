import { PROCESS_NAMES } from '@svc/topology/processes';
import { type SettingName, SETTINGS } from '@svc/topology/settings';
import { chartProcesses } from './process-table.ts';

type Schema = Readonly<Record<string, unknown>>;

const TEXT: Schema = { type: 'string' };
const FLAG: Schema = { type: 'boolean' };
const TEXTS: Schema = { type: 'object', additionalProperties: { type: 'string' } };
const OBJECTS: Schema = { type: 'array', items: { type: 'object' } };
const ANY_OBJECT: Schema = { type: 'object' };
const PORT: Schema = { type: 'integer', minimum: 1, maximum: 65_535 };
const whole = (minimum: number, maximum?: number): Schema => ({
  type: 'integer',
  minimum,
  ...(maximum && { maximum }),
});
const matching = (pattern: string): Schema => ({ type: 'string', pattern });

/** An object with exactly these properties. */
function closed(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', additionalProperties: false, properties };
}

const ORIGIN = matching('^(https?://[^/\\s]+)?$');
const SECRET_NAME = matching('^([a-z0-9]([a-z0-9.-]*[a-z0-9])?)?$');
const DIGEST = matching('^(sha256:[0-9a-f]{64})?$');
const STORE = closed({ port: PORT, peers: OBJECTS, anywhere: FLAG });
const RESOURCES = closed({ requests: ANY_OBJECT, limits: ANY_OBJECT });

/** Labels, annotations, scheduling and resources of pods. */
const PODS = {
  resources: RESOURCES,
  podLabels: TEXTS,
  podAnnotations: TEXTS,
  nodeSelector: TEXTS,
  tolerations: OBJECTS,
  affinity: ANY_OBJECT,
  priorityClassName: TEXT,
  runtimeClassName: TEXT,
};

const COMPONENT = closed({
  ...PODS,
  replicas: whole(0, 1_000),
  tag: TEXT,
  preStopSeconds: whole(0, 120),
  terminationGracePeriodSeconds: whole(10, 3_600),
  autoscaling: closed({
    enabled: FLAG,
    external: FLAG,
    minReplicas: whole(1, 1_000),
    maxReplicas: whole(1, 1_000),
    targetCPU: matching('^([1-9][0-9]*m|[1-9][0-9]*|[0-9]+[.][0-9]+)$'),
    metrics: OBJECTS,
  }),
  extraEnv: OBJECTS,
  serviceAccountAnnotations: TEXTS,
});

/** Settings by name with their descriptions; the processes themselves validate the values. */
function settingsSchema(): Schema {
  const names = new Set(Object.values(chartProcesses()).flatMap(({ settings }) => settings));
  const entries = [...names].toSorted().map((name) => {
    const description = SETTINGS[name as SettingName].description ?? '';
    return [name, { type: ['string', 'number', 'boolean'], description }] as const;
  });
  return closed(Object.fromEntries(entries));
}

/** JSON Schema of the chart's values; lists every property, so that a misspelled one is an error. */
export function valuesSchema(): Schema {
  const component = { $ref: '#/$defs/component' };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: { component: COMPONENT },
    ...closed({
      global: ANY_OBJECT,
      origins: closed({ app: ORIGIN, shortLinks: ORIGIN }),
      image: closed({
        registry: TEXT,
        repository: matching('^\\S+$'),
        tag: TEXT,
        digest: DIGEST,
        pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
        pullSecrets: { type: 'array', items: SECRET_NAME },
      }),
      secrets: closed({
        database: SECRET_NAME,
        internal: SECRET_NAME,
        shortenerObjects: SECRET_NAME,
        screenshotObjects: SECRET_NAME,
        redis: SECRET_NAME,
        smtp: SECRET_NAME,
        firstAdmin: SECRET_NAME,
        agents: SECRET_NAME,
        copilot: SECRET_NAME,
        models: SECRET_NAME,
      }),
      settings: settingsSchema(),
      listenOn: { enum: ['0.0.0.0', '[::]'] },
      trustedCa: SECRET_NAME,
      publicPages: SECRET_NAME,
      jobs: closed({ ...PODS, activeDeadlineSeconds: whole(120, 604_800) }),
      database: closed({ maxConnections: whole(0), bootstrap: closed({ enabled: FLAG }) }),
      defaults: component,
      components: closed(Object.fromEntries(PROCESS_NAMES.map((name) => [name, component]))),
      browser: closed({
        enabled: FLAG,
        repository: matching('^\\S+$'),
        tag: TEXT,
        digest: DIGEST,
        ...PODS,
        replicas: whole(0, 1_000),
        sandbox: { enum: ['preferred', 'required'] },
        seccompProfile: ANY_OBJECT,
        hostUsers: FLAG,
        sharedMemory: matching('^[0-9]+(Mi|Gi)$'),
      }),
      networkPolicy: closed({
        enabled: FLAG,
        doors: OBJECTS,
        dns: OBJECTS,
        database: STORE,
        memoryDatabase: STORE,
        redis: STORE,
        objectStore: STORE,
        smtp: STORE,
        otlp: STORE,
        modelServers: {
          type: 'array',
          // Without peers, the rule would allow every address on that port.
          items: { ...closed({ port: PORT, peers: { ...OBJECTS, minItems: 1 } }), required: ['port', 'peers'] },
        },
        privateRanges: { type: 'array', items: matching('^[0-9a-f.:]+/[0-9]+$') },
      }),
      httpRoute: closed({ enabled: FLAG, parentRefs: OBJECTS, annotations: TEXTS }),
      ingress: closed({
        enabled: FLAG,
        className: TEXT,
        annotations: TEXTS,
        longRequestAnnotations: TEXTS,
        tlsSecret: SECRET_NAME,
      }),
      telemetry: closed({
        endpoint: matching('^(https?://\\S+)?$'),
        sampler: TEXT,
        samplerArg: TEXT,
        resourceAttributes: TEXTS,
      }),
      dashboards: closed({ enabled: FLAG, labels: TEXTS, annotations: TEXTS }),
      alerts: closed({ enabled: FLAG, labels: TEXTS, runbookUrl: matching('^(https?://[^\\s#]+)?$') }),
    }),
  };
}
