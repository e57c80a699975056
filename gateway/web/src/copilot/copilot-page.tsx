import { Link, useNavigate } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { buttonClass } from '../ui/button.js';
import { PageHead } from '../ui/page-head.js';
import { NewQuestion } from './ask/new-question.js';
import { CopilotColumns } from './copilot-columns.js';

/** Preloads the next view while the question is being sent. */
const loadNext = (): void => void import('./conversation/conversation-page.js').catch(() => undefined);

/** A new question to the copilot. */
export function CopilotPage() {
  const navigate = useNavigate();
  return (
    <CopilotColumns>
      <div className="w-full max-w-4xl">
        <PageHead
          title="Copilot"
          about="Ask in plain words."
          actions={
            <Link to="/copilot/settings" className={buttonClass()}>
              <Settings size={15} aria-hidden /> Copilot settings
            </Link>
          }
        />
        <NewQuestion
          onAsk={loadNext}
          onBegun={(conversationId) => void navigate({ to: '/copilot/$conversationId', params: { conversationId } })}
        />
      </div>
    </CopilotColumns>
  );
}
