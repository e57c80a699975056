import { type ReactNode, useRef } from 'react';

/** What a message can hold, by the text that is replaced. */
const PLACEHOLDERS = [
  ['{deal}', 'the name of the deal'],
  ['{code}', 'its promo code'],
  ['{contact}', 'its contact'],
  ['{views}', 'its view counts'],
] as const;

/** The text field of a message, with chips that insert a placeholder at its caret. */
export function WithPlaceholders({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const insert = (placeholder: string): void => {
    const area = frame.current?.querySelector('textarea');
    if (!area) return;
    area.focus();
    // As typed text: it can be undone, keeps to the field's length, and counts as a change of the form.
    document.execCommand('insertText', false, placeholder);
  };
  return (
    <div ref={frame} className="flex flex-col gap-2">
      {children}
      <div role="group" aria-label="Insert a placeholder" className="flex flex-wrap gap-1.5">
        {PLACEHOLDERS.map(([placeholder, meaning]) => (
          <button
            key={placeholder}
            type="button"
            title={`Insert ${meaning}`}
            onClick={() => insert(placeholder)}
            className="min-h-7 rounded-full border border-line-strong px-2.5 font-mono text-[13px] hover:bg-sunken pointer-coarse:min-h-11"
          >
            {placeholder}
          </button>
        ))}
      </div>
    </div>
  );
}
