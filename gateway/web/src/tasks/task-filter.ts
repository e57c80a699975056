/** What the address of the tasks says. */
export interface TaskFilter {
  readonly q?: string;
  /** Only what is assigned to whoever looks. */
  readonly mine?: true;
  /** Also what is done or cancelled. */
  readonly done?: true;
  /** In columns by status in place of a list by day. */
  readonly board?: true;
  /** The task that is open. */
  readonly task?: string;
}

export function readTaskFilter({ q, mine, done, board, task }: Record<string, unknown>): TaskFilter {
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(mine === true && { mine }),
    ...(done === true && { done }),
    ...(board === true && { board }),
    ...(typeof task === 'string' && task !== '' && { task }),
  };
}
