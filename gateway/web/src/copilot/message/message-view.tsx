import { Link } from '@tanstack/react-router';
import { CircleAlert, RotateCcw } from 'lucide-react';
import { lazy, memo, Suspense } from 'react';
import { Button } from '../../ui/button.js';
import { TEXT_LINK } from '../../ui/text-link.js';
import { type AnswerPart, saidIn } from '../answer/answer.js';
import { missingText } from '../answer/failure-texts.js';
import type { Shown } from '../conversation/conversation-turns.js';
import { showHidden } from '../show-hidden.js';
import { MarkdownText } from './markdown-text.js';

// Loaded with the first look-up or question to the user.
const ToolPart = lazy(async () => ({ default: (await import('./tool-part.js')).ToolPart }));

interface MessageViewProps {
  readonly message: Shown;
  /** Retries the question; absent when a retry is pointless. */
  readonly onRetry?: (() => void) | undefined;
}

/** One message, by the user or by the copilot. */
export function MessageView({ message, onRetry }: MessageViewProps) {
  return message.role === 'user' ? (
    <Question text={saidIn(message.parts)} deal={message.deal} />
  ) : (
    <AnswerView message={message} onRetry={onRetry} />
  );
}

const Question = memo(({ text, deal }: { readonly text: string; readonly deal: Shown['deal'] }) => (
  <div className="ml-auto w-fit max-w-[85%] rounded-md border border-line bg-accent-soft px-3 py-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
    <span className="sr-only">You: </span>
    {deal && (
      <Link to="/deals/$dealId" params={{ dealId: deal.id }} className={`${TEXT_LINK} block text-[13px]`}>
        About the deal <bdi>{showHidden(deal.name)}</bdi>
      </Link>
    )}
    <bdi>{showHidden(text)}</bdi>
  </div>
));

function AnswerView({ message: { parts, isComing, end }, onRetry }: MessageViewProps) {
  const missing = missingText(end);
  const hasText = parts.some((part) => part.type === 'text' && part.text !== '');
  return (
    <div className="min-w-0 space-y-3">
      <span className="sr-only">Copilot:</span>
      <div aria-busy={isComing || undefined} className="min-w-0 space-y-3 empty:hidden">
        {parts.map((part, place) => (
          <PartView key={place} part={part} />
        ))}
      </div>
      {isComing && !hasText && <Waiting />}
      {missing !== undefined && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-soft">
          <span className={end?.status === 'failed' ? 'flex items-center gap-2 text-bad' : undefined}>
            {end?.status === 'failed' && <CircleAlert size={16} aria-hidden className="shrink-0" />}
            {missing}
          </span>
          {onRetry && (
            <Button onClick={onRetry}>
              <RotateCcw size={15} aria-hidden /> Try again
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function PartView({ part }: { readonly part: AnswerPart }) {
  if (part.type === 'step-start') return null;
  if (part.type === 'dynamic-tool') {
    return (
      <Suspense>
        <ToolPart call={part} />
      </Suspense>
    );
  }
  if (part.text === '') return null;
  if (part.type === 'text') return <MarkdownText text={part.text} />;
  return (
    <details>
      <summary className="w-fit cursor-pointer py-1 text-soft hover:text-ink pointer-coarse:py-3">Thoughts</summary>
      <p className="border-l-4 border-line pl-3 whitespace-pre-wrap text-soft [overflow-wrap:anywhere]">
        <bdi>{showHidden(part.text)}</bdi>
      </p>
    </details>
  );
}

function Waiting() {
  return (
    <p className="flex items-center gap-2 text-soft">
      <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" />
      Thinking…
    </p>
  );
}
