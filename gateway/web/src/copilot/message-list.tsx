import {
  lazy,
  memo,
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { saidIn } from './answer.js';
import type { Shown } from './conversation-turns.js';
import { missingText } from './failure-texts.js';
import { MessageView } from './message-view.js';
import { spokenSentences } from './spoken-text.js';

// Comes with the card that it tells of.
const SpokenApproval = lazy(async () => ({ default: (await import('./approval-in-chat.js')).SpokenApproval }));

/** Pixels from the end of the page within which somebody is taken to read what comes. */
const NEAR_PX = 120;
/** Sentences that are drawn together. */
const SENTENCES = 16;

interface MessageListProps {
  readonly messages: readonly Shown[];
  readonly hasOlder: boolean;
  readonly readOlder: () => void;
  readonly onRetry: (() => void) | undefined;
  /** What scrolls; the page when absent. */
  readonly scroller?: HTMLElement | undefined;
}

/** What was said, the oldest first; older messages come as they are scrolled to, and the end stays in view while it is looked at. */
export function MessageList({ messages, hasOlder, readOlder, onRetry, scroller }: MessageListProps) {
  const top = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  useNearTop(top, hasOlder, readOlder);
  useKeptPlace(list, messages, scroller);
  const last = messages.at(-1);
  return (
    <>
      <div ref={top} aria-hidden className="h-px" />
      <ol ref={list} aria-label="Messages" className="flex grow flex-col gap-6 pb-6 [overflow-anchor:none]">
        {messages.map((message) => (
          <li key={message.key} className="min-w-0">
            <MessageView message={message} onRetry={message === last ? onRetry : undefined} />
          </li>
        ))}
      </ol>
      <SpokenAnswer answer={last?.role === 'assistant' ? last : undefined} />
    </>
  );
}

/** Says an answer that came while the page was open, sentence by sentence, and what it asks for. */
function SpokenAnswer({ answer }: { readonly answer: Shown | undefined }) {
  const [coming, setComing] = useState<string>();
  if (answer?.isComing && answer.key !== coming) setComing(answer.key);
  // What is there from the beginning is not said.
  const isReady = useDeferredValue(true, false);
  const isHeard = isReady && answer !== undefined && (answer.isComing || answer.isNew || answer.key === coming);
  const sentences = isHeard ? spokenSentences(saidIn(answer.parts), !answer.isComing) : [];
  const missing = isHeard ? missingText(answer.end) : undefined;
  return (
    // At one place of the screen, whatever comes: what moves is walked through for each picture.
    <div role="log" aria-label="Answer" className="sr-only fixed top-0 contain-strict">
      {Array.from({ length: Math.ceil(sentences.length / SENTENCES) }, (_each, place) => (
        <Said key={place} lines={sentences.slice(place * SENTENCES, (place + 1) * SENTENCES).join('\n')} />
      ))}
      {(isHeard ? answer.parts : []).map((part) =>
        part.type === 'dynamic-tool' && part.approval ? (
          <Suspense key={part.approval.id}>
            <SpokenApproval approvalId={part.approval.id} state={part.state} />
          </Suspense>
        ) : null,
      )}
      {missing !== undefined && <p>{missing}</p>}
    </div>
  );
}

/** Sentences, which have no lines in themselves; those that are said stay as they are while more come. */
const Said = memo(({ lines }: { readonly lines: string }) => (
  <div className="h-px contain-strict">
    {lines.split('\n').map((sentence, place) => (
      <p key={place}>{sentence}</p>
    ))}
  </div>
));

function useNearTop(top: RefObject<HTMLElement | null>, isWanted: boolean, read: () => void): void {
  useEffect(() => {
    if (!isWanted || !top.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) read();
    });
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [top, isWanted, read]);
}

/** Stays at the end where the reader is, else at what they read when older messages come above it. */
function useKeptPlace(
  list: RefObject<HTMLElement | null>,
  messages: readonly Shown[],
  scroller: HTMLElement | undefined,
): void {
  const isNear = useRef(true);
  /** Pixels of the page when it was looked at last: asking for them before that has the whole page laid out. */
  const height = useRef(0);
  useEffect(() => {
    const onScroll = (): void => {
      const { scrollHeight, clientHeight, scrollTop } = scroller ?? document.documentElement;
      // What has come below since the last look leads nobody away from the end, and what has gone takes them along.
      isNear.current = Math.min(height.current, scrollHeight) - clientHeight - scrollTop < NEAR_PX;
    };
    const target = scroller ?? window;
    target.addEventListener('scroll', onScroll, { passive: true });
    return () => target.removeEventListener('scroll', onScroll);
  }, [scroller]);
  useEffect(() => {
    const page = scroller ?? document.documentElement;
    // Told between the layout and the picture of a frame.
    const observer = new ResizeObserver(() => {
      height.current = page.scrollHeight;
      if (isNear.current) page.scrollTo(0, height.current);
    });
    // What stands over and under the list moves it too.
    for (const part of list.current?.parentElement?.children ?? []) observer.observe(part);
    return () => observer.disconnect();
  }, [list, scroller]);
  const before = useRef<{ readonly first: string | undefined; readonly last: string | undefined }>(undefined);
  const [first, last] = [messages[0]?.key, messages.at(-1)?.key];
  useLayoutEffect(() => {
    const page = scroller ?? document.documentElement;
    const known = before.current;
    const isOlder = known !== undefined && known.first !== first && known.last === last;
    if (isOlder) page.scrollBy(0, page.scrollHeight - height.current);
    else page.scrollTo(0, page.scrollHeight);
    before.current = { first, last };
    height.current = page.scrollHeight;
  }, [first, last, scroller]);
}
