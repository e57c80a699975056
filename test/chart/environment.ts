/** Builds the environment of each process of the chart and checks it as the process does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig as readGateway } from '@svc/gateway/config';
import { readConfig as readIdentity } from '@svc/identity/config';
import { readObjectStoreOptions } from '@svc/objects/store/environment';
import { readConfig as readScreenshot } from '@svc/screenshot/config';
import { ROOT } from '@svc/scripts/stack/paths';
import { readConfig as readShortener } from '@svc/shortener/config';
import { readSettings } from '@svc/topology/environment';
import { PROCESS_NAMES, type ProcessName } from '@svc/topology/processes';
import { type Environment, environmentOf, type Secrets } from './container-environment.ts';
import { type KubeObject, ofKind, parseObjects } from './rendered.ts';

/** Settings that processes derive; each function throws for values it cannot use. */
const DERIVED: Partial<Record<ProcessName, (environment: Environment) => unknown>> = {
  gateway: (environment) => readGateway(readSettings('gateway', environment)),
  identity: (environment) => readIdentity(readSettings('identity', environment)),
  screenshot: (environment) => readScreenshot(readSettings('screenshot', environment)),
  shortener: (environment) => readShortener(readSettings('shortener', environment)),
};

/** Reads an environment as its process does. Throws ConfigError naming the invalid setting. */
export function readAs(name: ProcessName, environment: Environment): void {
  const settings = readSettings(name, environment);
  if ('S3_BUCKET' in settings) readObjectStoreOptions(settings, name);
  DERIVED[name]?.(environment);
}

/** The Secrets among the objects. */
export function secretsIn(objects: readonly KubeObject[]): Secrets {
  return Object.fromEntries(
    ofKind(objects, 'Secret').map((secret) => [
      secret.metadata.name,
      (secret as unknown as { stringData: Record<string, string> }).stringData,
    ]),
  );
}

/** The Secrets of `k8s/local`, and optional ones of an installation. */
export function trialSecrets(): Secrets {
  const url = 'postgres://svc_copilot:trial@memories:5432/memories';
  return {
    ...secretsIn(parseObjects(readFileSync(join(ROOT, 'k8s/local/secrets.yaml'), 'utf8'))),
    'dealbridge-smtp': { url: 'smtp://mail:587' },
    'dealbridge-copilot': { 'memory-database-url': url, 'memory-admin': url },
    'dealbridge-agents': { 'service-secret': 'x'.repeat(43), 'approval-confirm-secret': 'y'.repeat(43) },
  };
}

export function processOf({ metadata }: KubeObject): ProcessName {
  const name = PROCESS_NAMES.find((each) => each === metadata.labels?.['app.kubernetes.io/component']);
  if (!name) throw new Error(`${metadata.name} is not a process.`);
  return name;
}

/** The Deployments of processes, without the browser's. */
export function processDeployments(objects: readonly KubeObject[]): KubeObject[] {
  const names: readonly (string | undefined)[] = PROCESS_NAMES;
  return ofKind(objects, 'Deployment').filter(({ metadata }) =>
    names.includes(metadata.labels?.['app.kubernetes.io/component']),
  );
}

/** The environment of each process among the objects. */
export function environmentsIn(
  objects: readonly KubeObject[],
  secrets: Secrets,
): { readonly name: ProcessName; readonly environment: Environment }[] {
  return processDeployments(objects).map((deployment) => ({
    name: processOf(deployment),
    environment: environmentOf(deployment.spec?.template?.spec.containers[0]?.env ?? [], secrets),
  }));
}

/** Every reference of a pod to a key of a Secret, or to a whole Secret. */
export function secretsReferredTo(
  objects: readonly KubeObject[],
): { readonly secret: string; readonly key?: string }[] {
  const found: { secret: string; key?: string }[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { secretKeyRef, secretName } = value as {
      secretKeyRef?: { name: string; key: string; optional?: boolean };
      secretName?: string;
    };
    if (secretKeyRef && !secretKeyRef.optional) found.push({ secret: secretKeyRef.name, key: secretKeyRef.key });
    if (secretName !== undefined) found.push({ secret: secretName });
    Object.values(value).forEach(look);
  };
  objects.forEach(look);
  return found;
}
