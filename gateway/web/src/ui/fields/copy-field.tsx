import { Copy } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../button.js';
import { copyText } from '../copy-text.js';
import { showError, showToast } from '../toasts.js';
import { FIELD_CLASS } from './field.js';

/** Copies, and confirms it. */
export async function copyAndConfirm(text: string): Promise<void> {
  if (await copyText(text)) showToast('Copied');
  else showError("Couldn't copy. Select the text and copy it.");
}

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  readonly autoFocus?: boolean;
  /** Beside a main action. */
  readonly isSecondary?: boolean;
}

/** A text to pass on, such as a link, with a copy button. */
export function CopyField({ label, text, autoFocus = false, isSecondary = false }: CopyFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          autoFocus={autoFocus}
          value={text}
          className={FIELD_CLASS}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button {...(!isSecondary && { kind: 'primary' as const })} onClick={() => void copyAndConfirm(text)}>
          <Copy size={15} aria-hidden /> Copy
        </Button>
      </div>
    </div>
  );
}
