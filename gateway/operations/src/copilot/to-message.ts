import type { Message } from '@svc/proto/copilot/v1/conversation_service';
import type { z } from 'zod';
import type { CopilotMessage } from '../schemas/copilot.js';

type Parts = z.output<typeof CopilotMessage>['parts'];

/** A message as the public API has it. */
export function toMessage({ partsJson, ...message }: Message) {
  return { ...message, parts: JSON.parse(partsJson) as Parts };
}
