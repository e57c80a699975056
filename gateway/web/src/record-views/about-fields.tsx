import { classNames } from '../ui/class-names.js';
import { FIELD_CLASS } from '../ui/field.js';
import type { About } from './recorder.js';

interface AboutFieldsProps {
  readonly about: About | undefined;
  readonly onAbout: (about: About) => void;
  readonly className?: string;
}

/** Details of a count: a note, and where it was seen. */
export function AboutFields({ about, onAbout, className }: AboutFieldsProps) {
  return (
    <div className={classNames('grid gap-2 sm:grid-cols-2', className)}>
      <input
        className={FIELD_CLASS}
        aria-label="Note"
        placeholder="Note"
        maxLength={2_000}
        value={about?.note ?? ''}
        onChange={(event) => onAbout({ note: event.currentTarget.value })}
      />
      <input
        className={FIELD_CLASS}
        type="url"
        aria-label="Source URL"
        placeholder="https://… source of the count"
        maxLength={2_000}
        value={about?.sourceUrl ?? ''}
        onChange={(event) => onAbout({ sourceUrl: event.currentTarget.value })}
      />
    </div>
  );
}
