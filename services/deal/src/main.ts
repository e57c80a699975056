import { fileURLToPath } from 'node:url';
import { createServiceCaller } from '@svc/chassis/assertions/service-call';
import { createClient, openConnection } from '@svc/chassis/grpc/client';
import { startIdempotencySweep } from '@svc/chassis/idempotency/sweep';
import { createLog } from '@svc/chassis/log';
import { Outbox } from '@svc/chassis/outbox/outbox';
import { runProcess } from '@svc/chassis/process';
import { createService } from '@svc/chassis/service';
import { AuthenticationServiceService } from '@svc/proto/identity/v1/authentication_service';
import { TeamServiceService } from '@svc/proto/identity/v1/team_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { readConfig } from './config.js';
import { createDeliver } from './deliveries.js';
import { createShareTries } from './external-shares/share-tries.js';
import { addServices } from './server.js';

const log = createLog('deal', process.env.LOG_LEVEL ?? 'info');

await runProcess(log, async (onStop) => {
  const config = readConfig();
  const identity = openConnection('identity', config.addresses.identity, METHOD_OPTIONS);
  const viewcheck = openConnection('viewcheck', config.addresses.viewcheck, METHOD_OPTIONS);
  onStop(() => [identity, viewcheck].forEach((connection) => connection.close()));
  const authentication = createClient(AuthenticationServiceService, identity);

  const { pool, server, listen } = createService({
    name: 'deal',
    config,
    methods: METHOD_OPTIONS,
    readKeys: async () => (await authentication.getSigningKeys({})).publicJwks,
    migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
    log,
    onStop,
  });
  const asDeal = createServiceCaller('deal', async () => {
    const request = { service: 'deal', secret: config.serviceSecret };
    return (await authentication.issueServiceAssertion(request)).assertion;
  });
  const outbox = new Outbox(pool, { deliver: createDeliver(viewcheck, asDeal) });
  const shareTries = createShareTries(config.redisUrl, log);
  onStop(() => shareTries.close());
  const teammates = createClient(TeamServiceService, identity);
  addServices(server, { pool, outbox, teammates, shareTries });

  outbox.start();
  onStop(() => outbox.stop());
  const sweep = startIdempotencySweep(pool);
  onStop(() => sweep.stop());
  await listen();
});
