import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import type { Output } from '../api/operations.js';
import { isUnreadable, useChange, useOperation } from '../api/queries.js';
import { buttonClass } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { showToast } from '../ui/toasts.js';
import { AskBar } from './ask-bar.js';
import { ConversationHead } from './conversation-head.js';
import { ConversationList } from './conversation-list.js';
import { draftOf } from './conversation-names.js';
import { mergeMessages } from './conversation-turns.js';
import { MessageList } from './message-list.js';
import { useAsking, useLiveAnswer } from './use-live-answer.js';
import { useMessages } from './use-messages.js';

const LearningCards = lazy(async () => ({ default: (await import('./learning-cards.js')).LearningCards }));

/** A new question to the copilot, and the conversations before it. */
export function CopilotPage() {
  return (
    <Columns>
      <div className="mx-auto w-full max-w-3xl lg:pt-[12dvh]">
        <PageHead
          title="Copilot"
          about="Ask in plain words."
          actions={
            <Link to="/copilot/settings" className={buttonClass()}>
              <Settings size={15} aria-hidden /> Copilot settings
            </Link>
          }
        />
        <NewQuestion />
      </div>
    </Columns>
  );
}

/** One conversation. */
export function ConversationPage() {
  const { conversationId } = useParams({ from: '/app/copilot/$conversationId' });
  const read = useOperation('copilot.get_conversation', { conversationId });
  return (
    <Columns isListHidden>
      {isUnreadable(read) && <PageError error={read.error} />}
      {!read.isError && !read.data && <SkeletonRows rows={6} rowClass="flex h-10 items-center" />}
      {!isUnreadable(read) && read.data && <Conversation key={conversationId} conversation={read.data} />}
    </Columns>
  );
}

interface ColumnsProps {
  /** The list of conversations has no place beside a conversation on narrow pages. */
  readonly isListHidden?: boolean;
  readonly children: ReactNode;
}

function Columns({ isListHidden = false, children }: ColumnsProps) {
  return (
    <div className="mx-auto max-w-6xl lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-10">
      <div className="flex min-w-0 flex-col">{children}</div>
      <div className={classNames('max-lg:mt-8 lg:order-first', isListHidden && 'max-lg:hidden')}>
        <div className="lg:sticky lg:top-5 lg:max-h-[calc(100dvh-2.5rem)] lg:overflow-y-auto lg:p-1">
          <Suspense>
            <LearningCards />
          </Suspense>
          <ConversationList />
        </div>
      </div>
    </div>
  );
}

/** Begins a conversation with its first question. */
function NewQuestion() {
  const navigate = useNavigate();
  const asking = useAsking();
  const creating = useChange('copilot.create_conversation');
  const deleting = useChange('copilot.delete_conversation');
  const [refusal, setRefusal] = useState<unknown>();
  /** Kept for the next try where it is not known what became of the first one. */
  const begun = useRef<string>(undefined);
  const ask = async (question: string, clientMessageId: string): Promise<void> => {
    begun.current ??= (await creating.mutateAsync({ input: {} })).id;
    try {
      await asking.ask(begun.current, question, clientMessageId);
    } catch (error) {
      // Nobody wants conversations in which nothing was said.
      if (isApiError(error) && !error.isTemporary) {
        await deleting.mutateAsync({ input: { conversationId: begun.current } }).catch(() => undefined);
        begun.current = undefined;
      }
      throw error;
    }
  };
  const open = (): void => {
    const conversationId = begun.current;
    if (conversationId !== undefined) void navigate({ to: '/copilot/$conversationId', params: { conversationId } });
  };
  return <AskBar draft="copilot" live={undefined} refusal={refusal} setRefusal={setRefusal} ask={ask} onAsked={open} />;
}

function Conversation({ conversation }: { readonly conversation: Output<'copilot.get_conversation'> }) {
  const { id: conversationId, activeTurn } = conversation;
  const asking = useAsking();
  const live = useLiveAnswer(conversationId);
  const [refusal, setRefusal] = useState<unknown>();
  const read = useMessages(conversationId);
  const shown = useMemo(() => mergeMessages(read.messages, live), [read.messages, live]);
  const stopping = useChange('copilot.stop_turn');

  const isLive = live !== undefined && !live.hasEnded;
  const coming = activeTurn?.id;
  // One that waited goes on once all that it asked for is decided.
  const goesOn = activeTurn?.status === 'running' && live?.answer.end?.status === 'awaiting_approval';
  const isFollowed = isLive || coming === undefined || (live?.answer.turnId === coming && !goesOn);
  useEffect(() => {
    // What cannot be followed is said where the messages are read again.
    if (!isFollowed) asking.follow(conversationId, coming).catch(() => undefined);
  }, [asking, conversationId, coming, isFollowed]);

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = read;
  const readOlder = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const retry = (): void => {
    setRefusal(undefined);
    asking.retry(conversationId).catch(setRefusal);
  };
  const stop = (): void =>
    stopping.mutate({ input: { conversationId } }, { onError: (error) => showToast(describeError(error)) });
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-6.5rem)] w-full max-w-3xl grow flex-col md:min-h-[calc(100dvh-2.5rem)]">
      <ConversationHead conversation={conversation} />
      {isUnreadable(read) && <PageError error={read.error} />}
      {read.isPending ? (
        <SkeletonRows rows={4} rowClass="flex h-16 items-center" />
      ) : (
        <MessageList
          messages={shown}
          hasOlder={hasNextPage && !isFetchingNextPage}
          readOlder={readOlder}
          onRetry={isLive ? undefined : retry}
        />
      )}
      <div className="sticky bottom-14 z-10 mt-auto -mb-5 bg-canvas pt-2 pb-3 md:bottom-0">
        <AskBar
          draft={draftOf(conversationId)}
          live={live}
          refusal={refusal}
          setRefusal={setRefusal}
          ask={(question, clientMessageId) => asking.ask(conversationId, question, clientMessageId)}
          onStop={isLive && live.answer.turnId !== undefined ? stop : undefined}
        />
      </div>
    </div>
  );
}
