import type { AnswerEnd, AnswerPart } from './answer.js';
import type { LiveAnswer } from './live-answers.js';
import type { Message } from './use-messages.js';

/** Something that was said, as it is shown. */
export interface Shown {
  readonly key: string;
  readonly role: Message['role'];
  readonly parts: readonly AnswerPart[];
  /** It still comes. */
  readonly isComing: boolean;
  /** How it has ended, of answers. */
  readonly end: AnswerEnd | undefined;
}

/** What is shown of a conversation: what is stored, and what comes. */
export function mergeMessages(messages: readonly Message[], live: LiveAnswer | undefined): Shown[] {
  const stored = messages.filter(
    // Of an attempt that came to nothing only the last one is of interest.
    ({ role, parts }, place) => role === 'user' || parts.some(hasText) || place === messages.length - 1,
  );
  const isStored = messages.some(({ id }) => id === live?.answer.messageId);
  const isEnded = messages.some(({ id, turnStatus }) => id === live?.answer.messageId && turnStatus !== 'running');
  const shown = stored.map((message) =>
    live && !isEnded && message.id === live.answer.messageId ? comingOf(live) : storedOf(message),
  );
  if (!live || isEnded) return shown;
  const { question, answer } = live;
  const isAsked = messages.some(({ role, turnId }) => role === 'user' && turnId === answer.turnId);
  if (question !== undefined && !isAsked) {
    shown.push({
      key: 'question',
      role: 'user',
      parts: [{ type: 'text', text: question }],
      isComing: false,
      end: undefined,
    });
  }
  if (!isStored) shown.push(comingOf(live));
  return shown;
}

const hasText = (part: AnswerPart): boolean => part.type === 'text' && part.text !== '';

function storedOf({ id, role, parts, turnStatus, turnErrorCode }: Message): Shown {
  const isComing = role === 'assistant' && turnStatus === 'running';
  return { key: id, role, parts, isComing, end: role === 'user' ? undefined : endOf(turnStatus, turnErrorCode) };
}

function comingOf({ answer, hasEnded }: LiveAnswer): Shown {
  const { messageId = 'answer', parts, end } = answer;
  return { key: messageId, role: 'assistant', parts, isComing: !hasEnded, end };
}

function endOf(status: Message['turnStatus'], errorCode: string | null): AnswerEnd | undefined {
  if (status === 'running') return undefined;
  return status === 'failed' ? { status, code: errorCode ?? undefined, sentence: '' } : { status };
}
