import { fileURLToPath } from 'node:url';
import { callAs } from '@svc/chassis/assertions/service-call';
import { createClient, openConnection } from '@svc/chassis/grpc/client';
import { createLog } from '@svc/chassis/log';
import { runProcess } from '@svc/chassis/process';
import { createService } from '@svc/chassis/service';
import { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { readConfig } from './config.js';
import { createDeliver } from './deliveries.js';
import { addServices } from './server.js';
import { memoryHandles } from './tool-call-handles.js';

const log = createLog('copilot', process.env.LOG_LEVEL);

await runProcess(log, async (onStop) => {
  const config = readConfig();
  const identity = openConnection('identity', config.addresses.identity, METHOD_OPTIONS);
  onStop(() => identity.close());
  const authentication = createClient(AuthenticationService, identity);

  const { pool, server, write, openOutbox, listen } = createService({
    name: 'copilot',
    schema: 'memory',
    config,
    methods: METHOD_OPTIONS,
    toolCalls: memoryHandles,
    readKeys: async () => (await authentication.getSigningKeys({})).publicJwks,
    migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
    log,
    onStop,
  });
  const asCopilot = callAs('copilot', config.serviceSecret, authentication);
  openOutbox({ deliver: createDeliver(identity, asCopilot) });
  addServices(server, { pool, write, hasOwnMemoryDatabase: config.hasOwnMemoryDatabase });
  await listen();
});
