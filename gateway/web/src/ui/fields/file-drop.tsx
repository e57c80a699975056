import { Upload } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { buttonClass } from '../button.js';
import { classNames } from '../class-names.js';
import { type TakeFile, useDroppedFile, usePastedFile } from './dropped-file.js';

export interface FileDropProps {
  readonly label: string;
  /** Kinds of files, as the `accept` of a file field. */
  readonly accept: string;
  readonly hint: ReactNode;
  /** Several can be selected at once. */
  readonly isMultiple?: boolean;
  readonly onFile: TakeFile;
}

/** Accepts a file: dropped, pasted or selected. */
export function FileDrop({ label, accept, hint, isMultiple = false, onFile }: FileDropProps) {
  const id = useId();
  const { isOver, target } = useDroppedFile(onFile);
  usePastedFile(onFile);
  return (
    <div
      className={classNames(
        'flex flex-col items-center gap-3 rounded-md border border-dashed px-6 py-12 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
      {...target}
    >
      <Upload size={24} aria-hidden className="text-soft" />
      {/* The browser's own field says "No file chosen", out of line with the text above it. */}
      <label className="flex flex-col items-center gap-3 font-medium">
        {label}
        <input
          type="file"
          accept={accept}
          multiple={isMultiple}
          aria-describedby={`${id}-hint`}
          className="peer sr-only"
          onChange={(event) => {
            const [file, ...others] = event.currentTarget.files ?? [];
            if (file) onFile(file, ...others);
            event.currentTarget.value = '';
          }}
        />
        <span className={buttonClass('plain', 'peer-focus-visible:outline-2 peer-focus-visible:outline-accent')}>
          Choose file
        </span>
      </label>
      <p id={`${id}-hint`} className="max-w-md text-soft">
        {hint}
      </p>
    </div>
  );
}
