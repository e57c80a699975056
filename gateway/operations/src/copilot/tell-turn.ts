import { appError } from '@svc/chassis/errors/app-error';
import type { ToldEvent } from '@svc/http-host/http/event-stream';
import type { Turn } from '@svc/proto/copilot/v1/conversation_service';
import { z } from 'zod';
import type { OperationContext } from '../operation-context.js';
import { CopilotMessage, CopilotTurn } from '../schemas/copilot.js';
import { toMessage } from './to-message.js';

/** A turn that has ended, with what it said. */
export const CopilotAnswer = z.object({ turn: CopilotTurn, message: CopilotMessage }).meta({ id: 'CopilotAnswer' });

/** What happens in a turn: each part of its stream, or the turn and its message once it has ended. */
export function tellTurn(turn: Turn | null | undefined, { clients }: Pick<OperationContext, 'clients'>) {
  if (!turn) throw appError('CONFLICT', 'No turn has begun.');
  const turnId = turn.id;
  async function* events(): AsyncGenerator<ToldEvent, void, void> {
    for await (const { partJson: json, isReplay } of clients.turns.followTurn({ turnId })) {
      yield isReplay ? { json, isReplay } : json;
    }
  }
  const whole = async () => {
    // What is told on the way is not wanted; it is followed so that the turn goes on.
    for await (const _part of events());
    const { turn: ended, message } = await clients.turns.getTurn({ turnId, throwsFailure: true });
    return { turn: ended, message: message && toMessage(message) };
  };
  return { events: events(), whole };
}
