import { flag, order, text, type SearchOf } from '../search-parameters.js';

/** What the address of the tasks says. */
export const TASK_FILTER = {
  q: text,
  /** Only what is assigned to the viewer. */
  mine: flag,
  /** Also what is done or cancelled. */
  done: flag,
  /** In columns by status in place of a list by day. */
  board: flag,
  /** The order of the list, in place of the one by day. */
  sort: order(['title', 'priority', 'dueDate', 'createdAt']),
  /** The task that is open. */
  task: text,
};

export type TaskFilter = SearchOf<typeof TASK_FILTER>;
