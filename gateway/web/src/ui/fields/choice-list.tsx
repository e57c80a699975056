import { classNames } from '../class-names.js';

export interface ListedChoice {
  readonly id: string;
  readonly name: string;
  /** Creates the missing one. */
  readonly isNew?: boolean;
}

interface ChoiceListProps {
  readonly id: string;
  readonly label: string;
  readonly isOpen: boolean;
  readonly choices: readonly ListedChoice[];
  /** The index of the one that Enter selects; -1 for none. */
  readonly current: number;
  readonly onPoint: (place: number) => void;
  readonly onTake: (place: number) => void;
  /** The action of the last choice if it creates one; "Create" by default. */
  readonly createLabel?: string;
  /** Shown without results. */
  readonly empty?: string;
}

/** The list below a combobox. The field keeps the focus. */
export function ChoiceList({ id, label, isOpen, choices, createLabel = 'Create', current, ...rest }: ChoiceListProps) {
  const { onPoint, onTake, empty } = rest;
  return (
    <div
      hidden={!isOpen || (choices.length === 0 && empty === undefined)}
      className="absolute inset-x-0 top-full z-10 mt-1 max-h-48 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-pop"
    >
      <div id={id} role="listbox" aria-label={label} hidden={choices.length === 0}>
        {choices.map((choice, place) => (
          <div
            key={choice.isNew ? 'new' : choice.id}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === current}
            onMouseMove={() => onPoint(place)}
            onMouseDown={(event) => {
              event.preventDefault();
              onTake(place);
            }}
            className={classNames(
              'flex min-h-8 cursor-default items-center rounded px-2.5 py-1 [overflow-wrap:anywhere] pointer-coarse:min-h-11',
              place === current && 'bg-accent-soft',
            )}
          >
            {choice.isNew ? (
              <span>
                {createLabel} “<bdi>{choice.name}</bdi>”
              </span>
            ) : (
              <bdi>{choice.name}</bdi>
            )}
          </div>
        ))}
      </div>
      {choices.length === 0 && empty !== undefined && <p className="px-2.5 py-1 text-soft">{empty}</p>}
    </div>
  );
}

/** Whether a name is among the choices, ignoring case. */
export function hasName(choices: readonly { readonly name: string }[], name: string): boolean {
  return choices.some((choice) => choice.name.toLowerCase() === name.toLowerCase());
}
