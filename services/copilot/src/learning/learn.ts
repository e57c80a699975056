import type { Tx } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';
import { listRecent } from '../memories/memory-repo.js';
import { textOf } from '../turns/messages/message-parts.js';
import { contradicts } from './contradiction.js';
import { extractStatements, hashOf, type Statement } from './extract-statements.js';
import {
  findByHash,
  findLearnableMessage,
  insertCandidate,
  insertEvidence,
  type LearnableMessage,
  listNext,
  lockLearning,
  makeRoom,
  storeEligible,
  storeMention,
  storeProposed,
} from './learning-repo.js';

/** Maximum candidates of a user. */
export const CANDIDATES_MAX = 200;
/** Maximum candidates that a user is asked about at a time. */
const PROPOSED_MAX = 3;
/** Days during which a rejected candidate is ignored. */
const MUTED_DAYS = 90;
/** Maximum mentions kept of a candidate. */
const EVIDENCE_MAX = 50;
/** Thresholds before the user is asked about a candidate; one that they asked to remember only needs the score. */
const ELIGIBLE = { score: 0.75, conversations: 2, days: 2 };
/** Newest memories compared with a candidate. */
const MEMORIES_COMPARED = 200;

/** Learns from the user's message of a completed turn, if they consented. Only their own words count. */
export async function learnFrom(tx: Tx, turnId: string, consentVersion: string): Promise<void> {
  const heard = await findLearnableMessage(tx, turnId, consentVersion);
  if (!heard) return;
  const statements = extractStatements(textOf(heard.parts));
  if (statements.length === 0) return;
  await lockLearning(tx, heard.ownerId);
  for (const statement of statements) await hear(tx, turnId, heard, statement);
  await proposeNext(tx, heard.ownerId);
}

/** Proposes as many candidates as there is room for. The user's learning must be locked. */
export async function proposeNext(tx: Tx, ownerId: string): Promise<void> {
  await storeEligible(tx, ownerId, ELIGIBLE);
  const next = await listNext(tx, ownerId, PROPOSED_MAX);
  if (next.length === 0) return;
  const memories = await listRecent(tx, ownerId, MEMORIES_COMPARED);
  for (const { id, statement } of next) {
    const replaced = memories.find(({ content }) => contradicts(statement, content));
    await storeProposed(tx, id, replaced?.id ?? null);
  }
}

async function hear(tx: Tx, turnId: string, heard: LearnableMessage, statement: Statement): Promise<void> {
  const { ownerId } = heard;
  const hash = hashOf(statement.text);
  const known = await findByHash(tx, ownerId, hash, MUTED_DAYS);
  if (known?.isMuted || known?.stage === 'graduated') return;
  if (!known && !(await makeRoom(tx, ownerId, CANDIDATES_MAX, MUTED_DAYS))) return;
  const id = known?.id ?? newId();
  if (known) await storeMention(tx, id, statement.isExplicit);
  else await insertCandidate(tx, { id, ownerId, hash, statement });
  await insertEvidence(tx, id, turnId, heard, { weight: statement.weight, max: EVIDENCE_MAX });
}
