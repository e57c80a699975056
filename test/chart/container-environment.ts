import type { Variable } from './rendered.ts';

export type Environment = Record<string, string>;

/** By name of the Secret: its keys. */
export type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The environment as the kubelet makes it out of Secrets. Throws for a key that is missing, as no such pod starts. */
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
