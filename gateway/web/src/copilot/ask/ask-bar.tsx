import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { describeError } from '../../api/api-error.js';
import { useOperation } from '../../api/queries.js';
import { randomKey } from '../../api/random-key.js';
import { useDraft } from '../../kept/draft.js';
import { useFormats } from '../../shell/account.js';
import { Notice } from '../../ui/notice.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { TEXT_LINK } from '../../ui/text-link.js';
import { refusalText } from '../answer/failure-texts.js';
import type { LiveAnswer } from '../answer/live-answers.js';
import { useFreeAnswers } from '../answer/use-live-answer.js';
import { showHidden } from '../show-hidden.js';
import { QuestionField } from './question-field.js';

// Loaded only for users who have not consented yet, or have no model.
const BeforeAsking = lazy(async () => ({ default: (await import('./before-asking.js')).BeforeAsking }));

interface AskBarProps {
  /** Storage name of the draft. */
  readonly draft: string;
  readonly live: LiveAnswer | undefined;
  /** Why the last question, or the last retry, failed. */
  readonly refusal: unknown;
  readonly setRefusal: (error: unknown) => void;
  /** Resolves once the answer has begun. */
  readonly ask: (question: string, clientMessageId: string) => Promise<void>;
  /** Runs after that, when the field is empty again. */
  readonly onAsked?: () => void;
  readonly onStop?: (() => void) | undefined;
  /** It is beside a page, and leaves the page's keys alone. */
  readonly isBeside?: boolean | undefined;
  /** Examples of questions. */
  readonly prompts?: readonly string[];
}

/** The question field, or the step that must come first. */
export function AskBar(props: AskBarProps) {
  const config = useOperation('copilot.get_config', {});
  if (config.isError) return <Notice tone="bad">{describeError(config.error)}</Notice>;
  const coming = <SkeletonRows rows={1} rowClass="flex h-20 items-center" />;
  if (!config.data) return coming;
  const { mode, model, consent, features } = config.data;
  if (!consent[mode].granted || (mode === 'free' && features.freePool === 'none')) {
    return (
      <Suspense fallback={coming}>
        <BeforeAsking config={config.data} />
      </Suspense>
    );
  }
  return <Asking {...props} chosenModel={model} isFree={mode === 'free'} />;
}

function Asking({
  draft,
  live,
  refusal,
  setRefusal,
  ask,
  onAsked,
  onStop,
  isBeside,
  prompts,
  chosenModel,
  isFree,
}: AskBarProps & { readonly chosenModel: string | null; readonly isFree: boolean }) {
  const formats = useFormats();
  const [text, setText] = useDraft(draft);
  const [isSending, setSending] = useState(false);
  /** A repeated request keeps its id, so that the question is never asked twice. */
  const named = useRef<{ readonly question: string; readonly id: string }>(undefined);
  const left = useFreeAnswers();
  const free = isFree ? left : undefined;
  const send = async (): Promise<void> => {
    const question = text.trim();
    if (named.current?.question !== question) named.current = { question, id: randomKey() };
    setRefusal(undefined);
    setSending(true);
    try {
      await ask(question, named.current.id);
      named.current = undefined;
      setText('');
      onAsked?.();
    } catch (error) {
      setRefusal(error);
    } finally {
      setSending(false);
    }
  };
  const isUsedUp = free?.remaining === 0;
  return (
    // In the panel the field is at the bottom, but a required first step at the top, where users notice it.
    <div className="mt-auto flex flex-col gap-2">
      {live && !live.isConnected && !live.hasEnded && (
        <Notice tone="warn">You're offline. The answer continues when you're back online.</Notice>
      )}
      {isUsedUp && (
        <Notice tone="warn">
          Today's {formats.count(free.limit)} free answers are used. More come at {formats.time(free.resetAt)}.
        </Notice>
      )}
      {refusal !== undefined && !isUsedUp && <Notice tone="bad">{refusalText(refusal, formats)}</Notice>}
      <QuestionField
        text={text}
        setText={setText}
        isSending={isSending}
        canSend={!isUsedUp}
        onSend={() => void send()}
        onStop={onStop}
        isBeside={isBeside}
        prompts={prompts}
      >
        <span>
          {free && !free.unlimited && (
            <>
              {formats.count(free.remaining ?? 0)} of {formats.count(free.limit)} free answers left today
            </>
          )}
        </span>
        <ModelName modelId={live?.answer.modelId ?? chosenModel} isFree={isFree} />
      </QuestionField>
    </div>
  );
}

function ModelName({ modelId, isFree }: { readonly modelId: string | null; readonly isFree: boolean }) {
  const { data } = useOperation('copilot.list_models', {});
  const models = data?.models ?? [];
  if (isFree && models.length === 0) return null;
  // Of several in rotation, the answering one is unknown in advance.
  const model = isFree && models.length === 1 ? models[0] : models.find(({ id }) => id === modelId);
  // The user's own model has its own name, after its provider's.
  const label = model?.label ?? (isFree ? 'Any model' : modelId?.split('|').at(-1));
  if (label === undefined) return null;
  return (
    <Link to="/copilot/settings" title="Choose the model" className={`${TEXT_LINK} max-w-full truncate`}>
      <bdi>{showHidden(label)}</bdi>
    </Link>
  );
}
