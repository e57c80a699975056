import type { MethodTable } from '../grpc/methods.js';

/** The methods of a fake service: it has no database, so its handlers are plain functions. */
export function fakeMethods(methods: MethodTable): MethodTable {
  return Object.fromEntries(Object.entries(methods).map(([path, rule]) => [path, { ...rule, readOnly: true }]));
}
