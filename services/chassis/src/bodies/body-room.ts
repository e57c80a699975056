import type { ServerResponse } from 'node:http';
import { type AppError, appError } from '../errors/app-error.js';
import { type AdmissionOptions, createAdmission } from '../limits/admission.js';
import type { Claimant } from '../limits/claimant.js';

/** Maximum bytes of all large bodies in memory at once. */
const ROOM_BYTES = 134_217_728;
/** Bodies up to this size need no reservation. */
const SMALL_BODY_BYTES = 262_144;
/** Bytes reserved for a body until this much has arrived, because its announced length cannot be trusted. */
const BEGINNING_BYTES = 1_048_576;

/** Longer than it takes to cut off slow senders. */
const WAIT_MS = 15_000;
const WAITING_MAX = 32;

/** The error for large bodies that are not images. */
export function noRoomForBodies(): AppError {
  const message = 'Too many large requests are running. Try again in a moment, or send less at a time.';
  return appError('UPLOAD_CAPACITY', message, { retryAfterSeconds: 2 });
}

/** Memory reserved for a body; the reservation grows as bytes arrive. */
export interface BodyPlace {
  /**
   * Takes the number of bytes received so far. Returns a promise when reading must wait for memory; throws the refusal when none is available in
   * time.
   */
  grow(received: number): Promise<void> | undefined;
  leave(): void;
}

/** Reserves memory for a body of this many bytes: its announced length, or its maximum. Undefined for a body that needs none. */
export type EnterBody = (bytes: number) => Promise<BodyPlace | undefined>;

/** Limits the memory for large bodies in a process; one user gets at most half of it. */
export interface BodyRoom {
  enter(bytes: number, claimant: Claimant): Promise<BodyPlace | undefined>;
  /** The same for a body that stays in memory until its request is answered. */
  untilAnswered(response: ServerResponse, claimant: Claimant): EnterBody;
}

/**
 * A quarter of the memory is set aside for bodies that have just begun, so that new bodies and growing ones never block each other. Throws the
 * refusal when too many wait or no memory is available in time.
 */
export function createBodyRoom({
  bytes: all = ROOM_BYTES,
  waitMs = WAIT_MS,
  refusal,
}: Pick<AdmissionOptions, 'refusal'> & { readonly bytes?: number; readonly waitMs?: number }): BodyRoom {
  const line = { waitingMax: WAITING_MAX, waitMs, refusal };
  const beginnings = createAdmission({ ...line, capacity: all / 4, eachMax: all / 16 });
  const whole = createAdmission({ ...line, capacity: (all / 4) * 3, eachMax: (all / 16) * 7 });

  const enter: BodyRoom['enter'] = async (bytes, claimant) => {
    if (bytes <= SMALL_BODY_BYTES) return undefined;
    let leave = await beginnings(Math.min(bytes, BEGINNING_BYTES), claimant);
    let hasGrown = bytes <= BEGINNING_BYTES;
    let hasLeft = false;
    const growWhole = async (): Promise<void> => {
      const leaveWhole = await whole(bytes, claimant);
      leave();
      leave = leaveWhole;
      if (hasLeft) leave();
    };
    return {
      grow(received) {
        if (hasGrown || received < BEGINNING_BYTES) return undefined;
        hasGrown = true;
        return growWhole();
      },
      leave() {
        hasLeft = true;
        leave();
      },
    };
  };

  return {
    enter,
    untilAnswered: (response, claimant) => async (bytes) => {
      const place = await enter(bytes, claimant);
      if (!place) return undefined;
      if (response.closed) place.leave();
      else response.once('close', () => place.leave());
      return place;
    },
  };
}
