import { bulkChangeTasks } from './bulk-change-tasks.js';
import { completeTask } from './complete-task.js';
import { createTask } from './create-task.js';
import { deleteTask } from './delete-task.js';
import { getTask } from './get-task.js';
import { listTasks } from './list-tasks.js';
import { updateTask } from './update-task.js';

export const taskOperations = [
  bulkChangeTasks,
  completeTask,
  createTask,
  deleteTask,
  getTask,
  listTasks,
  updateTask,
] as const;
