import { readOneOf } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { ServerCall } from '@svc/chassis/grpc/server-call';
import { ACTIONS } from '@svc/evidence/schemas/vocabulary';
import type { EvidenceService } from '@svc/proto/viewcheck/v1/evidence_service';
import type { EvidenceRunner } from './evidence-runner.js';

/** Judges candidate videos by this process's clock and the caller's time zone, unless the input sets them. */
export function evidenceHandlers(evidence: EvidenceRunner): ServiceHandlers<typeof EvidenceService> {
  const run = async (
    { action: name, inputJson }: { readonly action: string; readonly inputJson: string | Buffer },
    { user, context }: ServerCall,
  ): Promise<{ outputJson: string }> => {
    // A gateway of a later release may send unknown actions.
    const action = readOneOf('action', name, ACTIONS);
    const job = { action, inputJson, asOf: new Date().toISOString(), timeZone: user.preferences.timeZone };
    return { outputJson: await evidence.run(job, context.signal) };
  };
  return { runAction: run, runLargeAction: run };
}
