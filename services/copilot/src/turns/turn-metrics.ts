import { metrics } from '@opentelemetry/api';
import { createGauges } from '@svc/chassis/telemetry/gauges';
import { createTally } from '@svc/chassis/telemetry/tally';
import { TURN_FAILURE_CODES, type TurnFailureCode } from '../models/failure-codes.js';
import { TOOL_CALL_STATUSES } from '../tools/tool-call-repo.js';

/** Ended turns, by outcome. */
export const endedTurns = createTally<'completed' | 'stopped' | TurnFailureCode>({
  name: 'svc.copilot.turns',
  unit: '{turn}',
  description: 'Ended turns of the copilot, by outcome',
  attribute: 'svc.copilot.outcome',
  values: ['completed', 'stopped', ...TURN_FAILURE_CODES],
});

/** Tool calls, by outcome. A call that needs approval counts when the user is asked, and again once it has run. */
export const toolCalls = createTally({
  name: 'svc.copilot.tool_calls',
  unit: '{call}',
  description: 'Tool calls of the copilot, by outcome',
  attribute: 'svc.copilot.tool_call.status',
  values: TOOL_CALL_STATUSES,
});

const gauges = createGauges({
  active: {
    name: 'svc.copilot.turns.active',
    unit: '{turn}',
    description: 'Turns that the process is running',
  },
});

/** Registers the gauge of running turns. */
export function observeTurns(count: () => number): { stop(): void } {
  return gauges.observe(() => ({ active: count() }));
}

/** Open answer streams, of this process's turns and others'. */
export const followers = metrics.getMeter('svc').createUpDownCounter('svc.copilot.followers', {
  unit: '{follower}',
  description: 'Open streams of answers',
});
