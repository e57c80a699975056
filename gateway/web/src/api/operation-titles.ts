import titles from 'virtual:operation-titles';

/** What an operation does, such as "Delete a deal"; undefined for a tool of a server outside of the product. */
export function titleOf(operation: string): string | undefined {
  return titles[operation];
}
