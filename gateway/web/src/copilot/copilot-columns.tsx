import { lazy, type ReactNode, Suspense } from 'react';
import { classNames } from '../ui/class-names.js';

// Beside the page's main content.
const ConversationList = lazy(async () => ({
  default: (await import('./conversation/conversation-list.js')).ConversationList,
}));
const LearningCards = lazy(async () => ({ default: (await import('./learning-cards.js')).LearningCards }));

interface ColumnsProps {
  /** On narrow pages, the list of conversations does not fit beside a conversation. */
  readonly isListHidden?: boolean;
  readonly children: ReactNode;
}

/** A page of the copilot beside earlier conversations, and suggested memories. */
export function CopilotColumns({ isListHidden = false, children }: ColumnsProps) {
  return (
    <div className="mx-auto max-w-7xl lg:grid lg:grid-cols-[minmax(0,1fr)_14rem] lg:gap-x-10">
      <div className="flex min-w-0 flex-col">{children}</div>
      <div className={classNames('max-lg:mt-8', isListHidden && 'max-lg:hidden')}>
        <div className="lg:sticky lg:top-5 lg:max-h-[calc(100dvh-2.5rem)] lg:overflow-y-auto lg:-mx-1 lg:p-1">
          <Suspense>
            <LearningCards />
            <ConversationList />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
