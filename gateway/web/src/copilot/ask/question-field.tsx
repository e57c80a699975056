import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useKeys, useKeyTexts } from '../../shell/shortcuts.js';
import { Button } from '../../ui/button.js';

/** Maximum length of a question. */
const QUESTION_MAX = 8_000;
const KEYS = { Enter: 'Send the question', 'Shift Enter': 'Begin a new line' } as const;
/** On a phone, a focused field would hide half of the page behind the keyboard. */
const TAKES_FOCUS = matchMedia('(pointer: fine)').matches;

interface QuestionFieldProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly isSending: boolean;
  readonly canSend: boolean;
  readonly onSend: () => void;
  /** Stops the current answer; absent without one. */
  readonly onStop: (() => void) | undefined;
  /** It is beside a page, and leaves the page's keys alone. */
  readonly isBeside?: boolean | undefined;
  /** Examples that fill the field. */
  readonly prompts?: readonly string[] | undefined;
  /** A line below the field. */
  readonly children: ReactNode;
}

/** The question field: Enter sends, Shift Enter starts a new line. */
export function QuestionField({
  text,
  setText,
  isSending,
  canSend,
  onSend,
  onStop,
  isBeside,
  prompts = [],
  children,
}: QuestionFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useKeys(isBeside ? {} : { n: { about: 'Write a question', run: () => field.current?.focus() } });
  useKeyTexts(KEYS);
  const isReady = canSend && !isSending && text.trim() !== '';
  const onKey = (event: KeyboardEvent): void => {
    // Enter also ends text composition, as in Japanese.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (isReady && !onStop) onSend();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSend();
      }}
    >
      <div className="flex items-end gap-2 rounded-md border border-line-strong bg-surface p-1.5 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent">
        <textarea
          ref={field}
          aria-label="Your question"
          placeholder="Ask something"
          rows={1}
          maxLength={QUESTION_MAX}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- people open the page to write
          autoFocus={TAKES_FOCUS}
          dir="auto"
          readOnly={isSending}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKey}
          className="field-sizing-content max-h-48 min-h-8 min-w-0 grow resize-none bg-transparent px-1.5 py-1.5 text-ink outline-none placeholder:text-soft read-only:text-soft pointer-coarse:min-h-11 pointer-coarse:py-3"
        />
        {onStop ? (
          <Button onClick={onStop}>
            <Square size={14} aria-hidden fill="currentColor" /> Stop
          </Button>
        ) : (
          <Button kind="primary" type="submit" disabled={!isReady}>
            <ArrowUp size={15} aria-hidden /> Send
          </Button>
        )}
      </div>
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 pt-1 text-[13px] text-soft">
        {children}
      </div>
      {prompts.length > 0 && text.trim() === '' && !isSending && (
        <ul aria-label="Examples" className="mt-3 flex flex-wrap gap-2">
          {prompts.map((prompt) => (
            <li key={prompt}>
              <button
                type="button"
                className="min-h-(--control) rounded-full border border-line-strong bg-surface px-2.5 text-left text-soft hover:bg-sunken"
                onClick={() => {
                  setText(prompt);
                  field.current?.focus();
                }}
              >
                {prompt}
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
