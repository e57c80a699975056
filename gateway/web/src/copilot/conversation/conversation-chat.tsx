import { useEffect, useMemo, useState } from 'react';
import { isChange } from '../../api/affects.js';
import { describeError } from '../../api/api-error.js';
import type { Output } from '../../api/operations.js';
import { isUnreadable, useChange, useReadMore } from '../../api/queries.js';
import { PageError } from '../../ui/page-error.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { showError } from '../../ui/toasts.js';
import { useAsking, useLiveAnswer } from '../answer/use-live-answer.js';
import { AskBar } from '../ask/ask-bar.js';
import { draftOf } from './conversation-names.js';
import { mergeMessages } from './conversation-turns.js';
import { MessageList } from './message-list.js';
import { useMessages } from './use-messages.js';

interface ConversationChatProps {
  readonly conversation: Output<'copilot.get_conversation'>;
  /** The scrolling element; the page when absent. */
  readonly scroller?: HTMLElement;
  /** The viewed deal. */
  readonly dealId?: string | undefined;
}

/** The messages of a conversation, the current answer, and the question field. */
export function ConversationChat({ conversation, scroller, dealId }: ConversationChatProps) {
  const { id: conversationId, activeTurn } = conversation;
  const asking = useAsking();
  const live = useLiveAnswer(conversationId);
  const [refusal, setRefusal] = useState<unknown>();
  const read = useMessages(conversationId);
  const shown = useMemo(() => mergeMessages(read.messages, live, isChange), [read.messages, live]);
  const stopping = useChange('copilot.stop_turn');

  const isLive = live !== undefined && !live.hasEnded;
  const coming = activeTurn?.id;
  // A waiting answer continues once all its approvals are decided.
  const hasWaited = live?.answer.end?.status === 'awaiting_approval';
  const goesOn = activeTurn?.status === 'running' && hasWaited;
  const endedUnseen = hasWaited && !isLive && coming === undefined;
  const isFollowed = isLive || coming === undefined || (live?.answer.turnId === coming && !goesOn);
  useEffect(() => {
    // If following fails, the reading of the messages reports it.
    if (!isFollowed) asking.follow(conversationId, coming).catch(() => undefined);
  }, [asking, conversationId, coming, isFollowed]);
  useEffect(() => {
    if (endedUnseen) asking.refreshAll();
  }, [asking, endedUnseen]);

  const readOlder = useReadMore(read);
  const retry = (): void => {
    setRefusal(undefined);
    asking.retry(conversationId).catch(setRefusal);
  };
  const stop = (): void =>
    stopping.mutate({ input: { conversationId } }, { onError: (error) => showError(describeError(error)) });
  return (
    <>
      {isUnreadable(read) && <PageError error={read.error} />}
      {read.isPending ? (
        <SkeletonRows rows={4} rowClass="flex h-16 items-center" />
      ) : (
        <MessageList
          messages={shown}
          hasOlder={read.hasNextPage && !read.isFetchingNextPage}
          readOlder={readOlder}
          onRetry={isLive ? undefined : retry}
          scroller={scroller}
        />
      )}
      <div className="sticky bottom-14 z-10 mt-auto -mb-5 bg-canvas pt-2 pb-3 md:bottom-0 in-[aside]:bottom-0 in-[aside]:mb-0">
        <AskBar
          draft={draftOf(conversationId)}
          live={live}
          refusal={refusal}
          setRefusal={setRefusal}
          ask={(question, clientMessageId) => asking.ask(conversationId, { question, clientMessageId, dealId })}
          onStop={isLive && live.answer.turnId !== undefined ? stop : undefined}
          isBeside={scroller !== undefined}
        />
      </div>
    </>
  );
}
