import type { Item } from '../../api/operations.js';
import { type AnswerEnd, type AnswerPart, type Question, type ToolCall, undecidedEnd } from '../answer/answer.js';
import type { LiveAnswer } from '../answer/live-answers.js';

export type Message = Item<'copilot.list_messages'>;

type DealInView = Extract<Message['parts'][number], { type: 'data-deal' }>['data'];

/** A message, as shown. */
export interface Shown {
  readonly key: string;
  readonly role: Message['role'];
  readonly parts: readonly AnswerPart[];
  /** The deal that a question was about. */
  readonly deal?: DealInView | undefined;
  /** It is still arriving. */
  readonly isComing: boolean;
  /** It arrived while this page was open. */
  readonly isNew?: boolean;
  /** How an answer ended. */
  readonly end: AnswerEnd | undefined;
}

/** The messages to show: stored ones and the current answer. `isChange` distinguishes writes from reads. */
export function mergeMessages(
  messages: readonly Message[],
  latest: LiveAnswer | undefined,
  isChange: (operation: string) => boolean,
): Shown[] {
  const isShown = (part: Message['parts'][number]): boolean => isWorthShowing(part, isChange);
  // An answer that ended before it could be followed is stored.
  const live = latest?.hasEnded && latest.answer.messageId === undefined ? undefined : latest;
  const isAnswer = ({ role, turnId }: Message): boolean => role === 'assistant' && turnId === live?.answer.turnId;
  const stored = messages.find(isAnswer);
  const coming = stored && stored.turnStatus !== 'running' ? undefined : live;
  const isAppended = coming !== undefined && !stored;
  const shown = messages
    // Only the last of several failed attempts matters.
    .filter(({ role, parts }, place) => role === 'user' || parts.some(isShown) || (!isAppended && !messages[place + 1]))
    .map((message) =>
      coming && message === stored ? comingOf(coming) : { ...storedOf(message), isNew: message === stored },
    );
  if (!coming) return shown;
  const { question, answer } = coming;
  const isAsked = messages.some(({ role, turnId }) => role === 'user' && turnId === answer.turnId);
  return [
    ...shown,
    ...(question === undefined || isAsked ? [] : [asUser(question)]),
    ...(isAppended ? [comingOf(coming)] : []),
  ];
}

function asUser(text: string): Shown {
  return { key: 'question', role: 'user', parts: [{ type: 'text', text }], isComing: false, end: undefined };
}

/** Text, changes, and approvals that are open or ended without a decision. */
function isWorthShowing(part: Message['parts'][number], isChange: (operation: string) => boolean): boolean {
  if (part.type === 'text') return part.text !== '';
  if (part.type !== 'dynamic-tool') return false;
  if (part.state === 'approval-requested' || undecidedEnd(part) !== undefined) return true;
  return part.state === 'output-available' && isChange(part.toolName);
}

function storedOf({ id, role, parts, turnStatus, turnErrorCode }: Message): Shown {
  const isComing = role === 'assistant' && turnStatus === 'running';
  return {
    key: id,
    role,
    parts: parts.flatMap((part) => {
      if (part.type === 'data-deal' || part.type === 'data-approval') return [];
      return part.type === 'dynamic-tool' && part.approval ? { ...part, asked: questionOf(part, parts) } : part;
    }),
    deal: parts.find((part) => part.type === 'data-deal')?.data,
    isComing,
    end: role === 'user' ? undefined : endOf(turnStatus, turnErrorCode),
  };
}

/** What the user was asked about a call. */
function questionOf({ toolCallId }: ToolCall, parts: Message['parts']): Question | undefined {
  return parts
    .flatMap((part) => (part.type === 'data-approval' ? part.data : []))
    .find((asked) => asked.toolCallId === toolCallId);
}

function comingOf({ answer, hasEnded }: LiveAnswer): Shown {
  const { messageId = 'answer', parts, end } = answer;
  return { key: messageId, role: 'assistant', parts, isComing: !hasEnded, isNew: true, end };
}

function endOf(status: Message['turnStatus'], errorCode: string | null): AnswerEnd | undefined {
  if (status === 'running') return undefined;
  return status === 'failed' ? { status, code: errorCode ?? undefined, sentence: '' } : { status };
}
