import { appError, invalidInput, noSuch } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { ServerCall } from '@svc/chassis/grpc/server-call';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import {
  type Candidate,
  type DecideCandidateRequest,
  LearningService as methods,
} from '@svc/proto/copilot/v1/learning_service';
import { keepMemory } from '../memories/create-memory.js';
import { provenanceOf } from '../memories/memory.js';
import { lockMemory, storeStatus } from '../memories/memory-repo.js';
import { checkConsent } from '../settings/check-consent.js';
import { redactSecrets } from '../tools/redact-secrets.js';
import { STATEMENT_MAX } from './extract-statements.js';
import { CANDIDATES_MAX, proposeNext } from './learn.js';
import { deleteCandidatesOf, findCandidate, listCandidates, lockLearning, storeDecision } from './learning-repo.js';

export interface LearningParts {
  readonly pool: Pool;
  readonly write: Write;
  readonly consentVersion: string;
}

/** Candidates for memories that the copilot extracted from users' messages. */
export function learningHandlers({ pool, write, consentVersion }: LearningParts): ServiceHandlers<typeof methods> {
  return {
    listCandidates: async ({ stage, ...request }, { user }) => {
      const { rows, total } = await listCandidates(pool, user.userId, stage, pageOf(request));
      return { candidates: rows, totalSize: total };
    },
    decideCandidate: write(methods.decideCandidate, async (tx, request, call) => {
      const { userId } = call.user;
      await lockLearning(tx, userId);
      const candidate = await findCandidate(tx, userId, request.candidateId);
      if (!candidate) throw noSuch('candidate');
      await checkConsent(tx, userId, 'learning', consentVersion);
      if (candidate.stage !== 'proposed') {
        throw appError('CONFLICT', `The candidate is ${candidate.stage}: only a proposed one can be decided.`);
      }
      const memoryId = request.accept ? await remember(tx, call, candidate, request) : null;
      const decided = await storeDecision(tx, candidate.id, memoryId);
      await proposeNext(tx, userId);
      return { candidate: decided };
    }),
    deleteLearning: write(methods.deleteLearning, async (tx, _request, { user }) => {
      await deleteCandidatesOf(tx, user.userId, CANDIDATES_MAX);
    }),
  };
}

/** Stores a candidate as a memory, and archives the memory that it contradicts; returns the id of the new memory. */
async function remember(
  tx: Tx,
  call: ServerCall,
  candidate: Candidate,
  { statement }: DecideCandidateRequest,
): Promise<string> {
  const content = redactSecrets((statement ?? candidate.statement).trim());
  if (content === '' || content.length > STATEMENT_MAX) {
    throw invalidInput('statement', `must be 1 to ${STATEMENT_MAX} characters.`);
  }
  const { id } = await keepMemory(tx, call.user.userId, {
    content,
    kind: candidate.kind,
    tags: [],
    confidence: Math.min(1, candidate.score),
    source: { type: 'copilot_learning', ref: candidate.id },
    provenance: provenanceOf(call),
    approvalNote: null,
  });
  const replaced = candidate.replaces ? await lockMemory(tx, call.user.userId, candidate.replaces.id) : null;
  if (replaced?.status === 'active') await storeStatus(tx, replaced.id, 'archived');
  return id;
}
