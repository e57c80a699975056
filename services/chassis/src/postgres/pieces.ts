import { AppError } from '../errors/app-error.js';
import type { Pool } from './pool.js';
import { inTransaction, type Tx } from './transaction.js';

/** Goes between services only: the sender comes again. */
const pieceError = AppError.define({ UNDER_WAY: { kind: 'conflict', meaning: 'There is more to do.' } });

/** Works on at most `limit` rows and answers how many they were; fewer than `limit` say that none is left. */
export type Piece = (tx: Tx, limit: number) => Promise<number>;

/** Rows of one transaction: little enough that nobody waits long for its locks. */
const PIECE_ROWS = 5_000;
/** Milliseconds that one call works at most, well within those that its sender waits. */
const CALL_MS = 2_000;

/**
 * Does, piece by piece, work on any number of rows that bears being interrupted and begun again, such as the deletion of everything
 * of an account. A little of it is one transaction. Throws `conflict` UNDER_WAY while there is more to do, or at once while another
 * call with the same name is at it: what is done stays done, and the sender comes again.
 */
export async function workInPieces(
  pool: Pool,
  name: string,
  pieces: readonly Piece[],
  callMs: number = CALL_MS,
): Promise<void> {
  const endsAt = performance.now() + callMs;
  for (let done = 0; done < pieces.length;) {
    done = await inTransaction(pool, async (tx) => {
      if (!(await claimName(tx, name))) throw underWay('Another call is at it.');
      return workOnce(tx, pieces, done);
    });
    if (done < pieces.length && performance.now() > endsAt) throw underWay('There is more to do.');
  }
}

/** One transaction of the work from a piece on; answers the piece to go on with. */
async function workOnce(tx: Tx, pieces: readonly Piece[], from: number): Promise<number> {
  let left = PIECE_ROWS;
  for (const [index, piece] of pieces.entries()) {
    if (index < from) continue;
    const count = await piece(tx, left);
    if (count >= left) return index;
    left -= count;
  }
  return pieces.length;
}

/** Takes the name until the end of the transaction, without waiting. */
async function claimName(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await tx.query<{ isOurs: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' ' || $1, 0)) as "isOurs"`,
    [name],
  );
  return rows[0]?.isOurs === true;
}

/** Whether a call, of this process or another one, got on with such work without ending it. */
export function isUnderWay(error: unknown): boolean {
  return error instanceof AppError && error.code in pieceError.codes;
}

function underWay(reason: string): AppError {
  return pieceError('UNDER_WAY', `The work is under way. ${reason} Ask again to go on.`);
}
