import type { Candidate } from '@svc/proto/copilot/v1/learning_service';

/** Maps a candidate to the public API. */
export function toCandidate({ memoryId = null, ...candidate }: Candidate) {
  return { ...candidate, memoryId };
}
