import { expect, test } from '@jest/globals';
import { sortTasks, type Task } from './task-groups.js';

const task = (title: string, fields: Partial<Task>): Task => ({ id: title, title, ...fields }) as Task;

const TASKS = [
  task('b', { priority: 'low', dueDate: '2031-01-02', createdAt: '2030-01-03T00:00:00Z' }),
  task('C', { priority: 'high', dueDate: null, createdAt: '2030-01-01T00:00:00Z' }),
  task('a', { priority: 'normal', dueDate: '2031-01-01', createdAt: '2030-01-02T00:00:00Z' }),
];

test.each([
  ['title', 'abC'],
  ['-title', 'Cba'],
  ['priority', 'baC'],
  ['-priority', 'Cab'],
  ['dueDate', 'abC'],
  ['-dueDate', 'baC'],
  ['createdAt', 'Cab'],
])('tasks are sorted by %s; those without a date come last', (sort, order) => {
  const titles = sortTasks(TASKS, sort).map(({ title }) => title);

  expect(titles.join('')).toBe(order);
});
