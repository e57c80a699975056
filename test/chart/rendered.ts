import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@svc/scripts/stack/paths';
import { parseAllDocuments } from 'yaml';
import { helm } from './helm.ts';

export const CHART = join(ROOT, 'charts/dealbridge');

/** Supported installations, with a values file each. */
export const VALUE_SETS = ['minimal', 'everything', 'no-policies', 'gateway-api'] as const;

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly Variable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources?: {
    readonly requests?: Readonly<Record<string, string>>;
    readonly limits?: Readonly<Record<string, string>>;
  };
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
}

export interface Probe {
  readonly grpc?: { readonly port: number; readonly service: string };
  readonly httpGet?: { readonly port: string; readonly path: string };
}

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef?: { readonly name: string; readonly key: string; readonly optional?: boolean };
    readonly fieldRef?: { readonly fieldPath: string };
  };
}

export interface PodSpec {
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly terminationGracePeriodSeconds?: number;
  readonly volumes?: readonly {
    readonly name: string;
    readonly secret?: { readonly secretName: string };
    readonly configMap?: { readonly name: string };
  }[];
}

type Labels = Readonly<Record<string, string>>;

interface Peer {
  readonly podSelector?: { readonly matchLabels?: Labels };
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

export interface PolicyRule {
  readonly ports?: readonly { readonly port: number; readonly protocol?: string }[];
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
}

/** The fields that tests read; the others are checked against the Kubernetes schemas. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels; readonly annotations?: Labels };
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: { readonly matchLabels?: Labels };
    readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
    readonly podSelector?: { readonly matchLabels?: Labels };
    readonly ingress?: readonly PolicyRule[];
    readonly egress?: readonly PolicyRule[];
    readonly scaleTargetRef?: { readonly name: string };
    readonly ports?: readonly { readonly name: string; readonly port: number; readonly targetPort: string }[];
  };
}

/** Path of the values file of a set. */
export function valuesFile(set: string): string {
  return join(CHART, 'ci', `${set}.yaml`);
}

/** Text that helm renders, cached for the test run. Throws when the chart refuses the values. */
export function renderText(set: string, ...options: string[]): string {
  const key = createHash('sha256')
    .update(JSON.stringify([set, options]))
    .digest('hex');
  const file = join(process.env.TEST_RUN_FOLDER ?? '', `chart-${key}.yaml`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const text = renderUncached(set, ...options);
  // Renamed when complete, because another process may read it.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
  return text;
}

export function renderUncached(set: string, ...options: string[]): string {
  return helm('template', 'demo', CHART, '--namespace', 'shop', '-f', valuesFile(set), ...options);
}

const parsed = new Map<string, KubeObject[]>();

/** The objects that helm renders, parsed once per process, as parsing takes longer than rendering. */
export function render(set: string, ...options: string[]): KubeObject[] {
  const key = JSON.stringify([set, options]);
  const known = parsed.get(key);
  if (known) return known;
  const objects = parseObjects(renderText(set, ...options));
  parsed.set(key, objects);
  return objects;
}

/** Parses the objects in a text. Throws for invalid YAML, including duplicate keys. */
export function parseObjects(text: string): KubeObject[] {
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0]!;
    const object = document.toJS() as KubeObject | null;
    return object === null ? [] : [object];
  });
}

export function ofKind(objects: readonly KubeObject[], kind: string): KubeObject[] {
  return objects.filter((object) => object.kind === kind);
}

/** The pods that objects create, with the name of their owner. */
export function podsOf(objects: readonly KubeObject[]): { readonly owner: string; readonly pod: PodSpec }[] {
  return objects.flatMap(({ kind, metadata, spec }) => {
    if (kind === 'Pod') return [{ owner: metadata.name, pod: spec as unknown as PodSpec }];
    return spec?.template ? [{ owner: `${kind}/${metadata.name}`, pod: spec.template.spec }] : [];
  });
}

export function containersOf({ initContainers = [], containers }: PodSpec): readonly Container[] {
  return [...initContainers, ...containers];
}
