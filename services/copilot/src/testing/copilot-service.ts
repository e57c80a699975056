import { startTestService, type TestService } from '@svc/chassis/testing/test-service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { addServices } from '../server.js';
import { memoryHandles } from '../tool-call-handles.js';

/** Copilot over a database of its own. */
export function startCopilot(options: { readonly hasOwnMemoryDatabase?: boolean } = {}): Promise<TestService> {
  return startTestService({
    name: 'copilot',
    methods: METHOD_OPTIONS,
    toolCalls: memoryHandles,
    addServices: (server, { pool }, write) =>
      addServices(server, {
        pool,
        write,
        hasOwnMemoryDatabase: options.hasOwnMemoryDatabase === true,
      }),
  });
}
