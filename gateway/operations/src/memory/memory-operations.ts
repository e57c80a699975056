import { archiveMemory } from './archive-memory.js';
import { createMemory } from './create-memory.js';
import { keepMemory } from './keep-memory.js';
import { listMemories } from './list-memories.js';
import { restoreMemory } from './restore-memory.js';

export const memoryOperations = [archiveMemory, createMemory, keepMemory, listMemories, restoreMemory] as const;
