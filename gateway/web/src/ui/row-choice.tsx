import type { Selection } from './selection.js';

const BOX_CLASS = 'size-4 accent-(--accent) pointer-coarse:size-6';

interface ChoiceProps {
  readonly label: string;
  readonly isChosen: boolean;
  /** Whether the record is only to be looked at. */
  readonly isLocked: boolean;
  readonly onToggle: () => void;
}

/** On cards there is no place for choosing. */
export function RowChoice(choice: ChoiceProps) {
  return (
    <div role="cell" className="flex max-sm:hidden">
      <ChoiceBox {...choice} />
    </div>
  );
}

/** Chooses a record. */
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
  readonly ids: readonly string[];
  readonly selection: Selection;
}

/** Chooses every row that has been read, as far as so many can be chosen, or none any more. */
export function AllRowsChoice({ ids, selection }: AllRowsChoiceProps) {
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  const isAll = chosen > 0 && (chosen === ids.length || chosen >= selection.max);
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && !isAll;
      }}
      type="checkbox"
      disabled={ids.length === 0}
      aria-label="Select all shown"
      checked={isAll}
      onChange={() => (isAll ? selection.clear() : selection.choose(ids))}
      className={`${BOX_CLASS} block max-sm:hidden`}
    />
  );
}
