import { Link, useParams } from '@tanstack/react-router';
import { Maximize2, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '../api/api-error.js';
import { isUnreadable, useOperation } from '../api/queries.js';
import { showPanel } from '../shell/panel-state.js';
import { buttonClass } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { NewQuestion } from './ask/new-question.js';
import { ConversationChat } from './conversation/conversation-chat.js';
import { showHidden } from './show-hidden.js';

const close = (): void => showPanel(false);
const ICON = buttonClass('plain', 'px-2');

/** The conversation that was open when the panel closed. */
let talkedAbout: string | undefined;

/** The copilot beside a page, whose deal it knows. It takes the focus; Esc or Ctrl J closes it and returns the focus. */
export function CopilotPanel() {
  const [conversationId, setConversationId] = useState(talkedAbout);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const panel = usePanelFocus();
  const deal = useDealInView();
  const talkAbout = (id: string | undefined): void => {
    // The new field takes the focus itself if appropriate.
    panel.current?.focus();
    talkedAbout = id;
    setConversationId(id);
  };
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="Copilot"
      className="fixed inset-0 z-40 flex flex-col border-line bg-canvas outline-none md:left-auto md:w-96 md:border-l md:shadow-pop xl:sticky xl:z-10 xl:h-dvh xl:w-auto xl:shadow-none"
    >
      <div className="border-b border-line px-4 py-3">
        <div className="flex items-center justify-between gap-2">
          <h2 className="text-lg font-semibold">Copilot</h2>
          <div className="flex gap-1">
            {conversationId !== undefined && (
              <>
                <button
                  type="button"
                  aria-label="New conversation"
                  title="New conversation"
                  onClick={() => talkAbout(undefined)}
                  className={ICON}
                >
                  <Plus size={16} aria-hidden />
                </button>
                <Link
                  to="/copilot/$conversationId"
                  params={{ conversationId }}
                  aria-label="Open as a page"
                  title="Open as a page"
                  className={ICON}
                >
                  <Maximize2 size={15} aria-hidden />
                </Link>
              </>
            )}
            <button type="button" aria-label="Close" title="Press Esc" onClick={close} className={ICON}>
              <X size={16} aria-hidden />
            </button>
          </div>
        </div>
        {deal && (
          <p className="truncate text-soft">
            About this deal: <bdi>{showHidden(deal.name)}</bdi>
          </p>
        )}
      </div>
      <div ref={setScroller} className="flex min-h-0 grow flex-col overflow-y-auto overscroll-contain px-4 pt-4">
        {conversationId === undefined && (
          <div className="flex grow flex-col pb-3">
            <NewQuestion onBegun={talkAbout} dealId={deal?.id} isBeside />
          </div>
        )}
        {conversationId !== undefined && scroller && (
          <PanelConversation key={conversationId} {...{ conversationId, scroller }} dealId={deal?.id} />
        )}
      </div>
    </aside>
  );
}

function PanelConversation({
  conversationId,
  scroller,
  dealId,
}: {
  readonly conversationId: string;
  readonly scroller: HTMLElement;
  readonly dealId: string | undefined;
}) {
  const read = useOperation('copilot.get_conversation', { conversationId });
  if (isUnreadable(read)) return <Notice tone="bad">{describeError(read.error)}</Notice>;
  if (!read.data) return <SkeletonRows rows={4} rowClass="flex h-16 items-center" />;
  return <ConversationChat conversation={read.data} scroller={scroller} dealId={dealId} />;
}

/** The deal on the page beside the panel, if the user may see it. */
function useDealInView(): { readonly id: string; readonly name: string } | undefined {
  const { dealId = '' } = useParams({ strict: false });
  const read = useOperation('deals.get', { dealId }, { enabled: dealId !== '' });
  return dealId === '' || isUnreadable(read) ? undefined : read.data;
}

function usePanelFocus() {
  const panel = useRef<HTMLElement>(null);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const hasFocus = (): boolean => panel.current?.contains(document.activeElement) === true;
    if (!hasFocus()) panel.current?.focus();
    const onKey = (event: KeyboardEvent): void => {
      const isOwn = event.key === 'j' && (event.ctrlKey || event.metaKey);
      // Esc also ends text composition, and closes overlays of the page.
      const isEnd = event.key === 'Escape' && !event.isComposing && !event.defaultPrevented;
      if (hasFocus() && (isOwn || isEnd)) close();
      else if (isOwn) panel.current?.querySelector('textarea')?.focus();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      // The focused element in the panel was removed.
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
    };
  }, [opener]);
  return panel;
}
