import { Upload } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.js';
import { useDroppedFile, usePastedFile } from './dropped-file.js';

export interface FileDropProps {
  readonly label: string;
  /** Kinds of files, as the `accept` of a file field. */
  readonly accept: string;
  readonly hint: ReactNode;
  readonly onFile: (file: File) => void;
}

/** Accepts a file: dropped, pasted or selected. */
export function FileDrop({ label, accept, hint, onFile }: FileDropProps) {
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
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-hint`}
        className="max-w-full rounded-md file:mr-3 file:min-h-8 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3 file:text-ink pointer-coarse:file:min-h-11"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onFile(file);
          event.currentTarget.value = '';
        }}
      />
      <p id={`${id}-hint`} className="max-w-md text-soft">
        {hint} You can also paste it.
      </p>
    </div>
  );
}
