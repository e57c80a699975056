import { Paperclip, X } from 'lucide-react';
import { useState } from 'react';
import { FileDrop } from '../ui/fields/file-drop.js';
import { Notice } from '../ui/notice.js';

export interface NewAttachment {
  readonly name: string;
  readonly dataUrl: string;
}

const ATTACHMENTS_MAX = 10;
const BYTES_MAX = 5 * 1_024 * 1_024;

interface AttachmentFieldProps {
  readonly attachments: readonly NewAttachment[];
  readonly onChange: (attachments: NewAttachment[]) => void;
  readonly error: string | undefined;
}

/** A message's attachments: at most ten, of 5 MB together. */
export function AttachmentField({ attachments, onChange, error }: AttachmentFieldProps) {
  const [problem, setProblem] = useState<string>();
  const add = async (files: readonly File[]): Promise<void> => {
    setProblem(undefined);
    const bytes = attachments.reduce((sum, { dataUrl }) => sum + (dataUrl.length * 3) / 4, 0);
    const all = files.reduce((sum, { size }) => sum + size, bytes);
    if (attachments.length + files.length > ATTACHMENTS_MAX)
      return setProblem(`A message must have at most ${ATTACHMENTS_MAX} attachments.`);
    if (all > BYTES_MAX) return setProblem('Attachments must total at most 5 MB.');
    const added = files.map(async (file) => ({ name: file.name, dataUrl: await readDataUrl(file) }));
    onChange([...attachments, ...(await Promise.all(added))]);
  };
  const problemText = problem ?? error;
  return (
    <div className="flex flex-col gap-2">
      <FileDrop
        label="Attachments"
        accept="*/*"
        hint="Drop, paste or choose up to 10 files (5 MB total)."
        isMultiple
        onFile={(...files) => void add(files).catch(() => setProblem("Couldn't read the file."))}
      />
      {problemText !== undefined && <Notice tone="bad">{problemText}</Notice>}
      <ul className="flex flex-col gap-1">
        {attachments.map(({ name }, index) => (
          <li key={`${index}-${name}`} className="flex items-center gap-2">
            <Paperclip size={14} aria-hidden className="shrink-0 text-soft" />
            <bdi className="min-w-0 truncate">{name}</bdi>
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => onChange(attachments.filter((_each, place) => place !== index))}
              className="rounded p-1 text-soft hover:bg-sunken pointer-coarse:p-3"
            >
              <X size={15} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error("Couldn't read the file.")));
    reader.readAsDataURL(file);
  });
}
