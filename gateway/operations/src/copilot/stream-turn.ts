import { appError } from '@svc/chassis/errors/app-error';
import type { StreamEvent } from '@svc/http-host/http/event-stream';
import type { Turn } from '@svc/proto/copilot/v1/conversation_service';
import { z } from 'zod';
import type { OperationContext } from '../run/operation-context.js';
import { CopilotMessage, CopilotTurn } from '../schemas/copilot.js';
import { toMessage } from './to-message.js';

/** An ended turn with its message. */
export const CopilotAnswer = z.object({ turn: CopilotTurn, message: CopilotMessage }).meta({ id: 'CopilotAnswer' });

/** Streams the events of a turn, or returns the turn and its message once it has ended. */
export function streamTurn(turn: Turn | null | undefined, { clients }: Pick<OperationContext, 'clients'>) {
  if (!turn) throw appError('CONFLICT', 'No turn has begun. Send a message first.');
  const turnId = turn.id;
  async function* events(): AsyncGenerator<StreamEvent, void, void> {
    for await (const { partJson: json, isReplay } of clients.turns.followTurn({ turnId })) {
      yield isReplay ? { json, isReplay } : json;
    }
  }
  const whole = async () => {
    // The events are discarded, but they must be read, because a turn runs only while it is followed.
    for await (const _part of events());
    const { turn: ended, message } = await clients.turns.getTurn({ turnId, throwsFailure: true });
    return { turn: ended, message: message && toMessage(message) };
  };
  return { events: events(), whole };
}
