import { useRef } from 'react';
import { useKeys } from '../../shell/shortcuts.js';
import { FIELD_CLASS } from './field.js';
import { useSearchText } from './use-search-text.js';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  /** Called with the text when typing pauses; undefined when empty. */
  readonly onSearch: (text: string | undefined) => void;
}

/** Searches a list; `/` moves here. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useSearchText(value, onSearch);
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': { about: 'Search', run: () => field.current?.focus() } });
  return (
    <div className="relative w-full sm:max-w-56">
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        className={`peer text-ellipsis placeholder-shown:[&::-webkit-search-cancel-button]:hidden ${FIELD_CLASS}`}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setText('');
        }}
      />
      <kbd
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-2.5 hidden items-center font-sans text-[13px] text-soft peer-placeholder-shown:flex peer-focus:hidden pointer-coarse:hidden!"
      >
        /
      </kbd>
    </div>
  );
}
