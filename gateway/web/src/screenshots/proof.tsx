import { type ReactNode, useRef } from 'react';
import { useFormats } from '../shell/account.js';
import { buttonClass } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { ImageField } from '../ui/fields/image-field.js';
import { RowIcon } from '../ui/tables/row-icon.js';
import type { Proof } from './proof-state.js';

interface ProofButtonProps {
  readonly label: string;
  /** Shows the label beside the icon. */
  readonly isLabeled?: boolean;
  readonly onImage: (image: File) => void;
}

/** Attaches a screenshot of the video's page; it can also be pasted into the field. */
export function ProofButton({ label, isLabeled = false, onImage }: ProofButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title="Attach a screenshot. You can also drop one on the row or paste it into the field."
        onClick={() => field.current?.click()}
        className={isLabeled ? buttonClass() : 'rounded p-1.5 text-soft hover:bg-sunken pointer-coarse:p-3'}
      >
        <RowIcon name="image" /> {isLabeled && label}
      </button>
      <ImageField ref={field} label={label} onImage={onImage} />
    </>
  );
}

interface ProofLineProps {
  readonly proof: Proof;
  readonly onUse: (found: number) => void;
  /** The count is not entered yet. */
  readonly isOpen: boolean;
  /** An attached screenshot: its thumbnail and its actions. */
  readonly children?: ReactNode;
}

/** The state of the screenshot. The number found in it is offered, never applied automatically. */
export function ProofLine({ proof, onUse, isOpen, children }: ProofLineProps) {
  const { count } = useFormats();
  const found = proof.status === 'attached' ? proof.found : null;
  return (
    <p
      role={proof.status === 'refused' ? 'alert' : 'status'}
      className={classNames(
        'col-span-full flex items-center justify-end gap-2 text-[13px]',
        proof.status === 'refused' ? 'text-bad' : 'text-soft',
      )}
    >
      {proof.status === 'sending' && (
        <>
          Saving screenshot…
          <span aria-hidden className="w-10 text-right tabular-nums">
            {Math.floor(proof.share * 100)} %
          </span>
        </>
      )}
      {proof.status === 'refused' && `Couldn't save the screenshot: ${proof.message}`}
      {proof.status === 'attached' && 'Screenshot attached'}
      {found !== null && isOpen && (
        <button type="button" className="rounded px-1 text-accent hover:bg-sunken" onClick={() => onUse(found)}>
          Found {count(found)} · Use
        </button>
      )}
      {proof.status === 'attached' && children}
    </p>
  );
}
