import type { Operation } from './define-operation.js';

/** Returns the tool name of an operation; many MCP hosts reject dots. */
export function toolNameOf({ name }: Pick<Operation, 'name'>): string {
  return name.replaceAll('.', '_');
}

/** Whether an operation is a tool: tools cannot return files or events. */
export function isTool({ http }: Operation): boolean {
  return http.produces === undefined && http.fileTypes === undefined && http.events === undefined;
}
