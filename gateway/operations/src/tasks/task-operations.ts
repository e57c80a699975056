import { completeTask } from './complete-task.js';
import { createTask } from './create-task.js';
import { deleteTask } from './delete-task.js';
import { getTask } from './get-task.js';
import { listTasks } from './list-tasks.js';
import { updateTask } from './update-task.js';

export const taskOperations = [completeTask, createTask, deleteTask, getTask, listTasks, updateTask] as const;
