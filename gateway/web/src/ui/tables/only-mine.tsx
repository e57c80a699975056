import { ToggleChip } from '../chip.js';

interface OnlyMineProps {
  readonly isOn: true | undefined;
  readonly onToggle: (isOn: true | undefined) => void;
}

/** Hides what others share. */
export function OnlyMine({ isOn, onToggle }: OnlyMineProps) {
  return (
    <ToggleChip isOn={isOn === true} onToggle={() => onToggle(isOn ? undefined : true)}>
      Only mine
    </ToggleChip>
  );
}
