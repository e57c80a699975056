import { Outbox } from '@svc/chassis/outbox/outbox';
import { startTestService, type TestService } from '@svc/chassis/testing/test-service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { addServices } from '../server.js';

/** Copilot over a database of its own. */
export function startCopilot(options: { readonly hasOwnMemoryDatabase?: boolean } = {}): Promise<TestService> {
  return startTestService({
    name: 'copilot',
    methods: METHOD_OPTIONS,
    addServices: (server, pool, write) =>
      addServices(server, {
        pool,
        write,
        outbox: new Outbox(pool, { deliver: async () => undefined }),
        hasOwnMemoryDatabase: options.hasOwnMemoryDatabase === true,
      }),
  });
}
