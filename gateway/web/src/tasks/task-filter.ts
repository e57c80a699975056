/** What the address of the tasks says. */
export interface TaskFilter {
  readonly q?: string;
  /** Only what is assigned to whoever looks. */
  readonly mine?: true;
  /** Also what is done or cancelled. */
  readonly done?: true;
  /** The task that is open. */
  readonly task?: string;
}

export function readTaskFilter({ q, mine, done, task }: Record<string, unknown>): TaskFilter {
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(mine === true && { mine }),
    ...(done === true && { done }),
    ...(typeof task === 'string' && task !== '' && { task }),
  };
}
