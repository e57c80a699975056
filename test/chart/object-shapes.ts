import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@svc/scripts/stack/paths';
import type { KubeObject } from './rendered.ts';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'cert-manager.io': '@kubernetes-models/cert-manager',
  'external-secrets.io': '@kubernetes-models/external-secrets',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/** Whether a package defines the schema of an object; none does for CloudNativePG. */
export function hasShape({ apiVersion }: KubeObject): boolean {
  return !/(?:^|\.)cnpg\.io\//.test(apiVersion);
}

/** The module with the shapes of an API version. */
function shapesOf(apiVersion: string): string {
  const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const extension = EXTENSIONS[group];
  if (extension !== undefined) return `${extension}/${group}/${version}`;
  return ['kubernetes-models', ...(group === '' ? [] : [group]), version].join('/');
}

type Shape = new (object: unknown) => { validate(): void };

/** Errors against the Kubernetes schemas: missing fields, wrong types, invalid quantities. */
export async function findWrongFields(objects: readonly KubeObject[]): Promise<string[]> {
  const found: string[] = [];
  for (const object of objects) {
    const shapes = (await import(shapesOf(object.apiVersion))) as Readonly<Record<string, Shape>>;
    const ShapeOfKind = shapes[object.kind];
    if (!ShapeOfKind) throw new Error(`${object.apiVersion} has no ${object.kind}.`);
    try {
      new ShapeOfKind(object).validate();
    } catch (error) {
      found.push(`${object.kind}/${object.metadata.name}: ${(error as Error).message}`);
    }
  }
  return found;
}

/** Fields unknown to Kubernetes, such as misspelled ones: the compiler's errors, or ''. */
export function findUnknownFields(objects: readonly KubeObject[]): string {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.shapes-'));
  const literals = objects.map(
    (object, index) =>
      `import type { I${object.kind} as Kind${index} } from "${shapesOf(object.apiVersion)}";\n` +
      `export const object${index}: Kind${index} = ${JSON.stringify(object, null, 1)};`,
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: 'es2023',
    module: 'nodenext',
  };
  try {
    writeFileSync(join(folder, 'objects.ts'), literals.join('\n'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['objects.ts'] }));
    return spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder, '--singleThreaded'], { encoding: 'utf8' })
      .stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
