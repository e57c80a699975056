import { lazy, memo, Suspense, useDeferredValue, useState } from 'react';
import { saidIn } from '../answer/answer.js';
import { missingText } from '../answer/failure-texts.js';
import type { Shown } from '../conversation/conversation-turns.js';
import { inSections } from './read-markdown.js';
import { spokenSentences } from './spoken-text.js';

// Loaded with the card that it describes.
const SpokenApproval = lazy(async () => ({ default: (await import('./approval-in-chat.js')).SpokenApproval }));

/** Announces an answer that arrives while the page is open, sentence by sentence, and its questions. */
export function SpokenAnswer({ answer }: { readonly answer: Shown | undefined }) {
  const [coming, setComing] = useState<string>();
  if (answer?.isComing && answer.key !== coming) setComing(answer.key);
  // Existing text is not announced.
  const isReady = useDeferredValue(true, false);
  const isHeard = isReady && answer !== undefined && (answer.isComing || answer.isNew || answer.key === coming);
  const sentences = isHeard ? spokenSentences(saidIn(answer.parts), !answer.isComing) : [];
  const missing = isHeard ? missingText(answer.end) : undefined;
  return (
    // Fixed on the screen, because moving elements cost time in each frame.
    <div role="log" aria-label="Answer" className="sr-only fixed top-0 contain-strict">
      {inSections(sentences).map((section, place) => (
        <Said key={place} lines={section.join('\n')} />
      ))}
      {(isHeard ? answer.parts : []).map((part) =>
        part.type === 'dynamic-tool' && part.approval ? (
          <Suspense key={part.approval.id}>
            <SpokenApproval approvalId={part.approval.id} call={part} />
          </Suspense>
        ) : null,
      )}
      {missing !== undefined && <p>{missing}</p>}
    </div>
  );
}

/** Sentences as separate elements; announced ones stay as they are while more arrive. */
const Said = memo(({ lines }: { readonly lines: string }) => (
  <div className="h-px contain-strict">
    {lines.split('\n').map((sentence, place) => (
      <p key={place}>{sentence}</p>
    ))}
  </div>
));
