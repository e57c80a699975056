import type { Selection } from './selection.js';

const BOX_CLASS = 'size-4 accent-(--accent) pointer-coarse:size-6';

interface ChoiceProps {
  readonly label: string;
  readonly isChosen: boolean;
  /** Whether the record is read-only. */
  readonly isLocked: boolean;
  readonly onToggle: () => void;
}

/** Cards have no room for selection. */
export function RowChoice(choice: ChoiceProps) {
  return (
    <div role="cell" className="flex max-sm:hidden">
      <ChoiceBox {...choice} />
    </div>
  );
}

/** Selects a record. */
export function ChoiceBox({ label, isChosen, isLocked, onToggle }: ChoiceProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      title={isLocked ? 'Only its owner can change it' : 'Press x'}
      disabled={isLocked}
      checked={isChosen}
      onChange={onToggle}
      className={BOX_CLASS}
    />
  );
}

interface AllRowsChoiceProps {
  /** The ids of the rows that can be selected. */
  readonly listIds: () => readonly string[];
  readonly isEmpty: boolean;
  readonly selection: Selection;
}

/** Selects every loaded row, up to the maximum, or none. */
export function AllRowsChoice({ listIds, isEmpty, selection }: AllRowsChoiceProps) {
  // Listed only once there is a selection, since a list may have thousands of rows.
  const ids = selection.ids.size > 0 ? listIds() : [];
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  const isAll = chosen > 0 && (chosen === ids.length || chosen >= selection.max);
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && !isAll;
      }}
      type="checkbox"
      disabled={isEmpty}
      aria-label="Select all shown"
      checked={isAll}
      onChange={() => (isAll ? selection.clear() : selection.choose(listIds()))}
      className={`${BOX_CLASS} block max-sm:hidden`}
    />
  );
}
