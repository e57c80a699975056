import type { Candidate } from '@svc/proto/copilot/v1/learning_service';

/** A candidate as the public API has it. */
export function toCandidate({ memoryId = null, ...candidate }: Candidate) {
  return { ...candidate, memoryId };
}
