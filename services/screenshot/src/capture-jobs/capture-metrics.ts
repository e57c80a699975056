import { createGauges } from '@svc/chassis/telemetry/gauges';
import { createTally } from '@svc/chassis/telemetry/tally';
import { FAILURE_CODES } from '@svc/guarded-browser/visits/visit-failure';

/** Queue length and age. */
export const captureQueue = createGauges({
  waiting: {
    name: 'svc.captures.waiting',
    unit: '{capture}',
    description: 'Queued captures; every replica reports the same queue',
  },
  oldestSeconds: {
    name: 'svc.captures.oldest_waiting.age',
    unit: 's',
    description: 'Age of the oldest queued capture; 0 when the queue is empty',
  },
});

/** Captures that ended in this process, by outcome. */
export const endedCaptures = createTally<string>({
  name: 'svc.captures.ended',
  unit: '{capture}',
  description: 'Ended captures, by outcome',
  attribute: 'svc.capture.outcome',
  values: ['captured', ...FAILURE_CODES],
});

/** Captures refused before they were queued, by reason. */
export const refusedCaptures = createTally({
  name: 'svc.captures.refused',
  unit: '{capture}',
  description: 'Refused captures: no browser, a full queue, or a user with too many',
  attribute: 'svc.capture.refusal',
  values: ['no_browser', 'queue_full', 'too_many_of_user'],
});
