import { Link } from '@tanstack/react-router';
import { ChevronLeft, Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Output } from '../../api/operations.js';
import { buttonClass } from '../../ui/button.js';
import { PageHead } from '../../ui/page-head.js';
import { TEXT_LINK } from '../../ui/text-link.js';
import { titleOf } from './conversation-names.js';

// Loads after the messages.
const ConversationMenu = lazy(async () => ({ default: (await import('./conversation-menu.js')).ConversationMenu }));

/** The head of a conversation, with its actions. */
export function ConversationHead({ conversation }: { readonly conversation: Output<'copilot.get_conversation'> }) {
  return (
    <>
      <Link
        to="/copilot"
        className={`${TEXT_LINK} mb-2 inline-flex items-center gap-1 pointer-coarse:min-h-11 lg:hidden`}
      >
        <ChevronLeft size={15} aria-hidden /> Conversations
      </Link>
      <PageHead
        title={titleOf(conversation)}
        about={conversation.archivedAt === null ? undefined : 'Archived'}
        actions={
          <>
            <Link to="/copilot" className={buttonClass()}>
              <Plus size={15} aria-hidden /> New conversation
            </Link>
            <Suspense fallback={<span className="w-8.5" />}>
              <ConversationMenu conversation={conversation} />
            </Suspense>
          </>
        }
      />
    </>
  );
}
