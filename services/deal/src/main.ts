import { createClient } from '@svc/chassis/grpc/client';
import { TeamService } from '@svc/proto/identity/v1/team_service';
import { runService } from '@svc/topology/run-service';
import { startKeepingActivity } from './activity/keep-activity.js';
import { openFileReader } from './contact-import/file-reader.js';
import { createDeliver } from './deliveries.js';
import { createShareTries } from './external-shares/share-tries.js';
import { startPassSweep } from './external-shares/sweep-passes.js';
import { addServices } from './server.js';
import { createTemplateQuota } from './templates/template-quota.js';
import { dealReferences } from './tool-call-references.js';

await runService('deal', { toolCalls: dealReferences }, (service) => {
  const { server, pool, write, settings, connections, log, onStop } = service;
  const outbox = service.openOutbox({ deliver: createDeliver(service) });
  const shareTries = createShareTries(settings.REDIS_URL, log);
  onStop(() => shareTries.close());
  const { TEMPLATES_PER_USER, TEMPLATE_BYTES_PER_USER } = settings;
  const templateQuota = createTemplateQuota({
    templatesMax: TEMPLATES_PER_USER,
    bytesMax: TEMPLATE_BYTES_PER_USER,
    redisUrl: settings.REDIS_URL,
    log,
  });
  onStop(() => templateQuota.close());
  const files = openFileReader(log);
  onStop(() => files.close());
  const teammates = createClient(TeamService, connections.identity);
  addServices(server, { pool, write, outbox, files, teammates, shareTries, templateQuota });

  const activityUpkeep = startKeepingActivity(pool, settings.ACTIVITY_RETENTION_DAYS);
  onStop(() => activityUpkeep.stop());
  const passSweep = startPassSweep(pool);
  onStop(() => passSweep.stop());
});
