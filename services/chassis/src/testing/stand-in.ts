import type { MethodTable } from '../grpc/methods.js';

/** The methods for a server that stands in for a service: it has no database, so its handlers are plain functions. */
export function standInMethods(methods: MethodTable): MethodTable {
  return Object.fromEntries(Object.entries(methods).map(([path, rule]) => [path, { ...rule, readOnly: true }]));
}
