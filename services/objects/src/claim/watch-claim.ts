import { repeat } from '@svc/chassis/concurrency/repeat';
import { CLAIM_PROBLEMS, type ClaimProblem } from '@svc/chassis/dependencies/claim-problems';
import type { DependencyWatchOptions } from '@svc/chassis/dependencies/dependency-health';
import type { GrpcServer } from '@svc/chassis/grpc/server';
import { observeDependency } from '@svc/chassis/telemetry/dependency-metrics';
import type { ObjectClaim } from './object-claim.js';

/** Milliseconds between two checks. */
const INTERVAL_MS = 60_000;

/** Checks regularly who owns the stored images; logs when they do not belong to this service, and why. */
export function watchClaim(
  claim: ObjectClaim,
  server: GrpcServer,
  { log, onStop }: Pick<DependencyWatchOptions, 'log' | 'onStop'>,
): void {
  let before: ClaimProblem | null = null;
  const look = async (): Promise<void> => {
    const problem = await claim.look();
    observeDependency('claim', problem === null);
    for (const each of Object.keys(CLAIM_PROBLEMS) as ClaimProblem[])
      server.setServing(each !== problem, `objects.${each}`);
    if (problem !== before && problem !== null)
      log.error(
        { reason: CLAIM_PROBLEMS[problem] },
        'the stored images belong to another installation or database: uploads are refused',
      );
    else if (problem !== before) log.info('the stored images belong to this installation again: uploads are accepted');
    before = problem;
  };
  const looking = repeat('watch of whose the stored images are', look, INTERVAL_MS, log);
  onStop(() => looking.stop());
}
