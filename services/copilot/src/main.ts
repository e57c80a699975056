import { runService } from '@svc/topology/run-service';
import { createDeliver } from './deliveries.js';
import { addServices } from './server.js';
import { memoryHandles } from './tool-call-handles.js';

await runService('copilot', { toolCalls: memoryHandles, hasStreams: true }, (service) => {
  const { server, pool, write, settings } = service;
  service.openOutbox({ deliver: createDeliver(service) });
  addServices(server, { pool, write, hasOwnMemoryDatabase: settings.MEMORY_DATABASE_URL !== undefined });
});
