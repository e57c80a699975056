import { flag, text, type SearchOf } from '../search-parameters.js';

/** What the address of the tasks says. */
export const TASK_FILTER = {
  q: text,
  /** Only what is assigned to whoever looks. */
  mine: flag,
  /** Also what is done or cancelled. */
  done: flag,
  /** In columns by status in place of a list by day. */
  board: flag,
  /** The task that is open. */
  task: text,
};

export type TaskFilter = SearchOf<typeof TASK_FILTER>;
