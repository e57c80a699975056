import type { Operation } from './define-operation.js';

/** Name of the tool that an operation is; many hosts of tools refuse dots. */
export function toolNameOf({ name }: Pick<Operation, 'name'>): string {
  return name.replaceAll('.', '_');
}

/** Whether an operation is a tool: files and events are no answers of tools. */
export function isTool({ http }: Operation): boolean {
  return http.produces === undefined && http.fileTypes === undefined && http.events === undefined;
}
