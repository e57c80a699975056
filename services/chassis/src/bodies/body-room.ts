import type { ServerResponse } from 'node:http';
import { createAdmission, type AdmissionOptions } from '../limits/admission.js';
import type { Claimant } from '../limits/claimant.js';
import { appError, type AppError } from '../errors/app-error.js';

/** Bytes of all large bodies that a process has in memory at once. */
const ROOM_BYTES = 134_217_728;
/** Bodies up to this size are not worth reserving room for. */
const SMALL_BODY_BYTES = 262_144;
/** What a body costs until so much of it has come: what it announces is only a promise. */
const BEGINNING_BYTES = 1_048_576;

/** Long enough for others that send too slowly to be ended. */
const WAIT_MS = 15_000;
const WAITING_MAX = 32;

/** What large bodies that are no images are refused with. */
export function noRoomForBodies(): AppError {
  const message = 'Too many large requests are read at the moment. Try again in a moment, or send less at a time.';
  return appError('UPLOAD_CAPACITY', message, { retryAfterSeconds: 2 });
}

/** Room that a body has, and gets more of as it arrives. */
export interface BodyPlace {
  /** Told of all bytes so far. A promise when reading has to wait for room; throws the refusal when there is none in time. */
  grow(received: number): Promise<void> | undefined;
  leave(): void;
}

/** Reserves room for a body of so many bytes: what it announces, or what it may have. Undefined for one that needs none. */
export type EnterBody = (bytes: number) => Promise<BodyPlace | undefined>;

/** Bounds the memory that large bodies take in a process; one user has at most half of it. */
export interface BodyRoom {
  enter(bytes: number, claimant: Claimant): Promise<BodyPlace | undefined>;
  /** The same for a body that is in memory until its request is answered. */
  untilAnswered(response: ServerResponse, claimant: Claimant): EnterBody;
}

/**
 * Beginnings have a quarter of the room for themselves, so that they can neither keep whole bodies from growing nor wait for them. The
 * refusal is thrown when too many wait or there is no room in time.
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
