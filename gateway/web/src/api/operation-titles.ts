import titles from 'virtual:operation-titles';

/** What an operation does, such as "Delete a deal"; undefined for a tool of a server outside of the product. */
export function titleOf(operation: string): string | undefined {
  return titles[operation];
}

/** The title for use after "asks to": "delete a deal". Names of other servers' tools are not changed. */
export function lowerTitleOf(operation: string): string {
  const title = titleOf(operation);
  return title === undefined ? `run ${operation}` : title.charAt(0).toLowerCase() + title.slice(1);
}
