import { fileURLToPath } from 'node:url';
import { callAs } from '@svc/chassis/assertions/service-call';
import { createClient, openConnection } from '@svc/chassis/grpc/client';
import { createLog } from '@svc/chassis/log';
import { partOf, watchRedis } from '@svc/chassis/part-watch';
import { runProcess } from '@svc/chassis/process';
import { createService } from '@svc/chassis/service';
import { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import { TeamService } from '@svc/proto/identity/v1/team_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { startKeepingActivity } from './activity/keep-activity.js';
import { readConfig } from './config.js';
import { createDeliver } from './deliveries.js';
import { startPassSweep } from './external-shares/sweep-passes.js';
import { createShareTries } from './external-shares/share-tries.js';
import { addServices } from './server.js';
import { dealHandles } from './tool-call-handles.js';

const log = createLog('deal', process.env.LOG_LEVEL);

await runProcess(log, async (onStop) => {
  const config = readConfig();
  const identity = openConnection('identity', config.addresses.identity, METHOD_OPTIONS);
  const viewcheck = openConnection('viewcheck', config.addresses.viewcheck, METHOD_OPTIONS);
  const screenshot = openConnection('screenshot', config.addresses.screenshot, METHOD_OPTIONS);
  onStop(() => [identity, viewcheck, screenshot].forEach((connection) => connection.close()));
  const authentication = createClient(AuthenticationService, identity);

  const { pool, server, write, openOutbox, listen } = createService({
    name: 'deal',
    config,
    methods: METHOD_OPTIONS,
    toolCalls: dealHandles,
    readKeys: async () => (await authentication.getSigningKeys({})).publicJwks,
    migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
    log,
    onStop,
  });
  const asDeal = callAs('deal', config.serviceSecret, authentication);
  const outbox = openOutbox({ deliver: createDeliver({ identity, viewcheck, screenshot }, asDeal) });
  const shareTries = createShareTries(config.redisUrl, log);
  onStop(() => shareTries.close());
  watchRedis(config.redisUrl, { onState: partOf(server, 'redis'), log, onStop });
  const teammates = createClient(TeamService, identity);
  addServices(server, { pool, write, outbox, teammates, shareTries });

  const activityUpkeep = startKeepingActivity(pool, config.activityRetentionDays);
  onStop(() => activityUpkeep.stop());
  const passSweep = startPassSweep(pool);
  onStop(() => passSweep.stop());
  await listen();
});
