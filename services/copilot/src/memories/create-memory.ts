import { appError } from '@svc/chassis/errors/app-error';
import { checkApproval } from '@svc/chassis/grpc/check-approval';
import type { ServerCall } from '@svc/chassis/grpc/server-call';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { CreateMemoryRequest, Memory } from '@svc/proto/copilot/v1/memory_service';
import { v7 as newId } from 'uuid';
import { MEMORIES_MAX, provenanceOf } from './memory.js';
import { hasMemories, insertMemory, type NewMemory } from './memory-repo.js';

const NEXT_ACTION =
  'Show the user the exact text, ask whether it may be remembered, and send the same call again with `userApproved: true` and an ' +
  '`approvalNote` that says how the user agreed.';

const CARD_NOTE = 'The user approved it on the card that the copilot showed them.';
const SUGGESTION_NOTE = 'The user accepted it as a suggestion.';

/**
 * Stores a memory. Throws APPROVAL_REQUIRED for an agent that does not state how the user approved it, and for an agent's instruction without the
 * user's approval, whatever it states; CONFLICT when the user has the maximum.
 */
export async function createMemory(tx: Tx, call: ServerCall, request: CreateMemoryRequest): Promise<Memory> {
  const { content, kind, tags, confidence, source, userApproved } = request;
  const provenance = provenanceOf(call);
  const isCopilots = call.user.kind === 'user' && call.user.through !== undefined;
  const isUsers = call.user.kind === 'user' && !isCopilots;
  const isProposed = isUsers && provenance.actorKind === 'agent';
  // What the user decided on the card, or by accepting a suggestion, takes precedence over the agent's statement.
  const decisionNote = isCopilots ? CARD_NOTE : isProposed ? SUGGESTION_NOTE : undefined;
  const approvalNote = decisionNote ?? request.approvalNote ?? null;
  // Instructions direct later agents: an agent's word is not enough, and no operator setting changes that.
  if (kind === 'instruction') checkApproval(call.user, 'delete');
  const isApproved = provenance.approvalId !== null || (!isCopilots && userApproved && approvalNote !== null);
  if (!isUsers && !isApproved) {
    throw appError('APPROVAL_REQUIRED', 'An agent may store a memory only once the user has approved it.', {
      data: { nextAction: { type: 'ask_user', instruction: NEXT_ACTION } },
    });
  }
  return keepMemory(tx, call.user.userId, {
    content,
    kind,
    tags: [...new Set(tags)],
    confidence,
    source: { type: source?.type ?? provenance.actorKind, ref: source?.ref ?? null },
    provenance,
    approvalNote,
    // A suggestion that the user accepted needs no review in the inbox.
    isKept: isProposed,
  });
}

/** Throws CONFLICT when the user has the maximum number of memories. */
export async function keepMemory(tx: Tx, ownerId: string, memory: Omit<NewMemory, 'id' | 'ownerId'>): Promise<Memory> {
  if (await hasMemories(tx, ownerId, MEMORIES_MAX)) {
    throw appError(
      'CONFLICT',
      `You have ${MEMORIES_MAX} memories, archived ones included, the most you can have. Restore an archived one instead.`,
    );
  }
  return insertMemory(tx, { id: newId(), ownerId, ...memory });
}
