import type { KeyboardEventHandler } from 'react';
import { classNames } from '../ui/class-names.js';
import { TextField } from '../ui/fields/field.js';
import type { CountDetails } from './recorder.js';

interface CountDetailsFieldsProps {
  readonly details: CountDetails | undefined;
  readonly onDetails: (details: CountDetails) => void;
  readonly className?: string;
  readonly autoFocus?: boolean;
  readonly onKeyDown?: KeyboardEventHandler;
}

/** Details of a count: a note, and where it was seen. */
export function CountDetailsFields({
  details,
  onDetails,
  className,
  autoFocus = false,
  onKeyDown,
}: CountDetailsFieldsProps) {
  return (
    <div className={classNames('grid gap-2 sm:grid-cols-2', className)}>
      <TextField
        label="Note"
        autoFocus={autoFocus}
        onKeyDown={onKeyDown}
        maxLength={2_000}
        value={details?.note ?? ''}
        onChange={(event) => onDetails({ note: event.currentTarget.value })}
      />
      <TextField
        label="Source URL"
        onKeyDown={onKeyDown}
        type="url"
        placeholder="https://"
        maxLength={2_000}
        value={details?.sourceUrl ?? ''}
        onChange={(event) => onDetails({ sourceUrl: event.currentTarget.value })}
      />
    </div>
  );
}
