import { fileURLToPath } from 'node:url';
import { callAs } from '@svc/chassis/assertions/service-call';
import { createClient, openConnection } from '@svc/chassis/grpc/client';
import { createLog } from '@svc/chassis/log';
import { runProcess } from '@svc/chassis/process';
import { createService } from '@svc/chassis/service';
import { PublicShareService } from '@svc/proto/deal/v1/external_share_service';
import { VideoDirectoryService } from '@svc/proto/deal/v1/reading_service';
import { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { ProofService } from '@svc/proto/screenshot/v1/screenshot_service';
import { readConfig } from './config.js';
import { createDeliver } from './deliveries.js';
import { addServices } from './server.js';
import { readingHandles } from './tool-call-handles.js';

const log = createLog('viewcheck', process.env.LOG_LEVEL);

await runProcess(log, async (onStop) => {
  const config = readConfig();
  const identity = openConnection('identity', config.addresses.identity, METHOD_OPTIONS);
  const deal = openConnection('deal', config.addresses.deal, METHOD_OPTIONS);
  const screenshot = openConnection('screenshot', config.addresses.screenshot, METHOD_OPTIONS);
  onStop(() => [identity, deal, screenshot].forEach((connection) => connection.close()));
  const authentication = createClient(AuthenticationService, identity);

  const { pool, server, write, openOutbox, listen } = createService({
    name: 'viewcheck',
    config,
    methods: METHOD_OPTIONS,
    toolCalls: readingHandles,
    readKeys: async () => (await authentication.getSigningKeys({})).publicJwks,
    migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
    log,
    onStop,
  });
  const asViewcheck = callAs('viewcheck', config.serviceSecret, authentication);
  // What a killed process had in hand is delivered by the next one when the lease has run out: within seconds.
  const outbox = openOutbox({
    deliver: createDeliver({ identity, deal }, asViewcheck),
    leaseMs: 5_000,
    timeoutMs: 3_000,
  });
  addServices(server, {
    pool,
    write,
    outbox,
    directory: createClient(VideoDirectoryService, deal),
    proofs: createClient(ProofService, screenshot),
    shares: createClient(PublicShareService, deal),
  });
  await listen();
});
