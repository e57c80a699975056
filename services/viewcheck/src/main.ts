import { fileURLToPath } from 'node:url';
import { createServiceCaller } from '@svc/chassis/assertions/service-call';
import { createClient, openConnection } from '@svc/chassis/grpc/client';
import { startIdempotencySweep } from '@svc/chassis/idempotency/sweep';
import { createLog } from '@svc/chassis/log';
import { Outbox } from '@svc/chassis/outbox/outbox';
import { runProcess } from '@svc/chassis/process';
import { createService } from '@svc/chassis/service';
import { PublicShareServiceService } from '@svc/proto/deal/v1/external_share_service';
import { VideoDirectoryServiceService } from '@svc/proto/deal/v1/reading_service';
import { AuthenticationServiceService } from '@svc/proto/identity/v1/authentication_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { readConfig } from './config.js';
import { createDeliver } from './deliveries.js';
import { addServices } from './server.js';

const log = createLog('viewcheck', process.env.LOG_LEVEL ?? 'info');

await runProcess(log, async (onStop) => {
  const config = readConfig();
  const identity = openConnection('identity', config.addresses.identity, METHOD_OPTIONS);
  const deal = openConnection('deal', config.addresses.deal, METHOD_OPTIONS);
  onStop(() => [identity, deal].forEach((connection) => connection.close()));
  const authentication = createClient(AuthenticationServiceService, identity);

  const { pool, server, listen } = createService({
    name: 'viewcheck',
    config,
    methods: METHOD_OPTIONS,
    readKeys: async () => (await authentication.getSigningKeys({})).publicJwks,
    migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
    log,
    onStop,
  });
  const asViewcheck = createServiceCaller('viewcheck', async () => {
    const { assertion } = await authentication.issueServiceAssertion({
      service: 'viewcheck',
      secret: config.serviceSecret,
    });
    return assertion;
  });
  // What a killed process had in hand is delivered by the next one when the lease has run out: within seconds.
  const outbox = new Outbox(pool, { deliver: createDeliver(deal, asViewcheck), leaseMs: 5_000, timeoutMs: 3_000 });
  addServices(server, {
    pool,
    outbox,
    directory: createClient(VideoDirectoryServiceService, deal),
    shares: createClient(PublicShareServiceService, deal),
  });

  outbox.start();
  onStop(() => outbox.stop());
  const sweep = startIdempotencySweep(pool);
  onStop(() => sweep.stop());
  await listen();
});
