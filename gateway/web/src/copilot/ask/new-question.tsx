import { useRef, useState } from 'react';
import { isApiError } from '../../api/api-error.js';
import { useChange } from '../../api/queries.js';
import { useAsking } from '../answer/use-live-answer.js';
import { AskBar } from './ask-bar.js';

interface NewQuestionProps {
  readonly onAsk?: () => void;
  /** Runs once the answer has begun. */
  readonly onBegun: (conversationId: string) => void;
  /** The viewed deal. */
  readonly dealId?: string | undefined;
  readonly isBeside?: boolean;
}

const PROMPTS = [
  "What's due today?",
  'Which deals are below target?',
  'What changed this week?',
  'Remind me to send an invoice',
] as const;

/** Starts a conversation with its first question. */
export function NewQuestion({ onAsk, onBegun, dealId, isBeside }: NewQuestionProps) {
  const asking = useAsking();
  const creating = useChange('copilot.create_conversation');
  const deleting = useChange('copilot.delete_conversation');
  const [refusal, setRefusal] = useState<unknown>();
  /** Kept for a retry while the outcome of the first try is unknown. */
  const begun = useRef<string>(undefined);
  const ask = async (question: string, clientMessageId: string): Promise<void> => {
    onAsk?.();
    begun.current ??= (await creating.mutateAsync({ input: {} })).id;
    try {
      await asking.ask(begun.current, { question, clientMessageId, dealId });
    } catch (error) {
      // Deletes the conversation again, because an empty one is useless.
      if (isApiError(error) && !error.isTemporary) {
        await deleting.mutateAsync({ input: { conversationId: begun.current } }).catch(() => undefined);
        begun.current = undefined;
      }
      throw error;
    }
  };
  const open = (): void => {
    if (begun.current !== undefined) onBegun(begun.current);
  };
  return (
    <AskBar
      draft="copilot"
      live={undefined}
      refusal={refusal}
      setRefusal={setRefusal}
      ask={ask}
      onAsked={open}
      isBeside={isBeside}
      prompts={PROMPTS}
    />
  );
}
