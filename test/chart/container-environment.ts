import type { Variable } from './rendered.ts';

export type Environment = Record<string, string>;

/** Keys and values, by name of the Secret. */
export type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The environment that the kubelet builds from Secrets. Throws for a missing key, because such a pod would not start.
 */
export function environmentOf(variables: readonly Variable[], secrets: Secrets): Environment {
  const environment: Environment = {};
  for (const { name, value = '', valueFrom } of variables) {
    const { secretKeyRef, fieldRef } = valueFrom ?? {};
    if (secretKeyRef) {
      const kept = secrets[secretKeyRef.name]?.[secretKeyRef.key];
      if (kept !== undefined) environment[name] = kept;
      else if (!secretKeyRef.optional) throw new Error(`${secretKeyRef.name} has no ${secretKeyRef.key}.`);
    } else {
      environment[name] = fieldRef
        ? 'a-pod'
        : value.replaceAll(/\$\((\w+)\)/g, (_match, other: string) => environment[other] ?? '');
    }
  }
  return environment;
}
