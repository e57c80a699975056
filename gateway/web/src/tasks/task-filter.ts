import { flag, order, type SearchOf, text } from '../address/search-parameters.js';

/** Address parameters of the tasks page. */
export const TASK_FILTER = {
  q: text,
  /** Only the viewer's assignments. */
  mine: flag,
  /** Also done and canceled ones. */
  done: flag,
  /** In columns by status instead of a list by day. */
  board: flag,
  /** The order of the list, instead of by day. */
  sort: order(['title', 'priority', 'dueDate', 'createdAt']),
  /** The open task. */
  task: text,
};

export type TaskFilter = SearchOf<typeof TASK_FILTER>;
