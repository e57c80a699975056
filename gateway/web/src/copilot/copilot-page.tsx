import { Link, useNavigate } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { useRef, useState } from 'react';
import { isApiError } from '../api/api-error.js';
import { useChange } from '../api/queries.js';
import { buttonClass } from '../ui/button.js';
import { PageHead } from '../ui/page-head.js';
import { AskBar } from './ask-bar.js';
import { CopilotColumns } from './copilot-columns.js';
import { useAsking } from './use-live-answer.js';

/** A new question to the copilot. */
export function CopilotPage() {
  return (
    <CopilotColumns>
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
    </CopilotColumns>
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
    // Shown next: it comes while the question is on its way.
    import('./conversation-page.js').catch(() => undefined);
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
