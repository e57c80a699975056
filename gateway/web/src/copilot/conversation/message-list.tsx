import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { MessageView } from '../message/message-view.js';
import type { Shown } from './conversation-turns.js';

// Needed with the first answer that comes.
const SpokenAnswer = lazy(async () => ({ default: (await import('../message/spoken-answer.js')).SpokenAnswer }));

/** Pixels from the end of the page within which the page follows the answer. */
const NEAR_PX = 120;

interface MessageListProps {
  readonly messages: readonly Shown[];
  readonly hasOlder: boolean;
  readonly readOlder: () => void;
  readonly onRetry: (() => void) | undefined;
  /** The scrolling element; the page when absent. */
  readonly scroller?: HTMLElement | undefined;
}

/** The messages, oldest first; older ones load on scrolling, and the end stays in view for a reader who is there. */
export function MessageList({ messages, hasOlder, readOlder, onRetry, scroller }: MessageListProps) {
  const top = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  useNearTop(top, hasOlder, readOlder);
  useKeptPlace(list, messages, scroller);
  const last = messages.at(-1);
  return (
    <>
      <div ref={top} aria-hidden className="h-px" />
      <ol ref={list} aria-label="Messages" className="grow space-y-6 pb-6 [overflow-anchor:none]">
        {messages.map((message) => (
          <li key={message.key} className="min-w-0">
            <MessageView message={message} onRetry={message === last ? onRetry : undefined} />
          </li>
        ))}
      </ol>
      <Suspense>
        <SpokenAnswer answer={last?.role === 'assistant' ? last : undefined} />
      </Suspense>
    </>
  );
}

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

/** Stays at the end for a reader who is there, else at the same message when older ones load above. */
function useKeptPlace(
  list: RefObject<HTMLElement | null>,
  messages: readonly Shown[],
  scroller: HTMLElement | undefined,
): void {
  const isNear = useRef(true);
  /** Older messages have been added, and not laid out yet. */
  const isOlder = useRef(false);
  /** Height of the page at its last layout. */
  const height = useRef(0);
  useEffect(() => {
    const onScroll = (): void => {
      const { scrollHeight, clientHeight, scrollTop } = scroller ?? document.documentElement;
      // Growth below since the last check keeps the reader at the end, and shrinkage moves them along.
      isNear.current = Math.min(height.current, scrollHeight) - clientHeight - scrollTop < NEAR_PX;
    };
    const target = scroller ?? window;
    target.addEventListener('scroll', onScroll, { passive: true });
    return () => target.removeEventListener('scroll', onScroll);
  }, [scroller]);
  useLayoutEffect(() => {
    const page = scroller ?? document.documentElement;
    // Runs between layout and paint of a frame: reading the height earlier would force a layout.
    const observer = new ResizeObserver(() => {
      const added = page.scrollHeight - height.current;
      height.current += added;
      if (isNear.current) page.scrollTo(0, height.current);
      else if (isOlder.current) page.scrollBy(0, added);
      isOlder.current = false;
    });
    // Elements around the list move it too.
    for (const part of list.current?.parentElement?.children ?? []) observer.observe(part);
    return () => observer.disconnect();
  }, [list, scroller]);
  const before = useRef<readonly (string | undefined)[]>([]);
  const [first, last] = [messages[0]?.key, messages.at(-1)?.key];
  useLayoutEffect(() => {
    const known = before.current;
    if (known[1] !== last) isNear.current = true;
    else isOlder.current = known[0] !== first;
    before.current = [first, last];
  }, [first, last]);
}
