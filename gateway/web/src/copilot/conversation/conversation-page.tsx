import { useParams } from '@tanstack/react-router';
import { isUnreadable, useOperation } from '../../api/queries.js';
import { PageError } from '../../ui/page-error.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { CopilotColumns } from '../copilot-columns.js';
import { ConversationChat } from './conversation-chat.js';
import { ConversationHead } from './conversation-head.js';

/** One conversation. */
export function ConversationPage() {
  const { conversationId } = useParams({ from: '/app/copilot/$conversationId' });
  const read = useOperation('copilot.get_conversation', { conversationId });
  return (
    <CopilotColumns isListHidden>
      {isUnreadable(read) && <PageError error={read.error} />}
      {!read.isError && !read.data && <SkeletonRows rows={6} rowClass="flex h-10 items-center" />}
      {!isUnreadable(read) && read.data && (
        <div
          key={conversationId}
          className="flex min-h-[calc(100dvh-6.5rem)] w-full max-w-4xl grow flex-col md:min-h-[calc(100dvh-2.5rem)]"
        >
          <ConversationHead conversation={read.data} />
          <ConversationChat conversation={read.data} />
        </div>
      )}
    </CopilotColumns>
  );
}
