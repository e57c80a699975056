import type { Operation } from './define-operation.js';

/** Name of an operation as a tool; many MCP hosts refuse dots. */
export function toolNameOf({ name }: Pick<Operation, 'name'>): string {
  return name.replaceAll('.', '_');
}

/** Whether an operation is a tool: tools cannot answer files and events. */
export function isTool({ http }: Operation): boolean {
  return http.produces === undefined && http.fileTypes === undefined && http.events === undefined;
}
