import type { Message } from '@svc/proto/copilot/v1/conversation_service';
import type { z } from 'zod';
import type { CopilotMessage } from '../schemas/copilot.js';

type Shown = z.output<typeof CopilotMessage>;

/** Maps a message to the public API. */
export function toMessage({ partsJson, turnErrorCode = null, ...message }: Message) {
  return { ...message, turnErrorCode, parts: JSON.parse(partsJson) as Shown['parts'] };
}
