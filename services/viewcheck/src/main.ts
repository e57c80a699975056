import { createClient } from '@svc/chassis/grpc/client';
import { PublicShareService } from '@svc/proto/deal/v1/external_share_service';
import { VideoDirectoryService } from '@svc/proto/deal/v1/reading_service';
import { ProofService } from '@svc/proto/screenshot/v1/screenshot_service';
import { runService } from '@svc/topology/run-service';
import { createDeliver } from './deliveries.js';
import { openEvidenceRunner } from './evidence/evidence-runner.js';
import { addServices } from './server.js';
import { viewLogReferences } from './tool-call-references.js';

await runService('viewcheck', { toolCalls: viewLogReferences }, (service) => {
  const { server, pool, write, connections, log, onStop } = service;
  // When a process is killed, the next one delivers its messages once their lease expires: within seconds.
  const outbox = service.openOutbox({ deliver: createDeliver(service), leaseMs: 5_000, timeoutMs: 3_000 });
  const evidence = openEvidenceRunner(log);
  onStop(() => evidence.close());
  addServices(server, {
    pool,
    write,
    outbox,
    evidence,
    directory: createClient(VideoDirectoryService, connections.deal),
    proofs: createClient(ProofService, connections.screenshot),
    shares: createClient(PublicShareService, connections.deal),
  });
});
