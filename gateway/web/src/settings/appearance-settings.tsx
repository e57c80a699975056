import { useState } from 'react';
import { DENSITIES, type Density, readDensity, setDensity } from '../shell/density.js';
import { areSingleKeysOn, setSingleKeys } from '../shell/shortcuts.js';
import { readTheme, setTheme, type Theme, THEMES } from '../shell/theme.js';
import { ChoiceField } from '../ui/fields/field.js';

const THEME_NAMES: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

const DENSITY_NAMES: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' };

/** Settings of this browser only. */
export function AppearanceSettings() {
  const [theme, choose] = useState(readTheme);
  const [density, chooseDensity] = useState(readDensity);
  const [areKeysOn, setKeysOn] = useState(areSingleKeysOn);
  return (
    <div className="flex flex-col gap-4">
      <ChoiceField
        label="Theme"
        value={theme}
        choices={THEMES.map((each) => [each, THEME_NAMES[each]] as const)}
        onChange={(value) => {
          const wanted = THEMES.find((each) => each === value) ?? 'system';
          choose(wanted);
          setTheme(wanted);
        }}
        className="max-w-xs"
      />
      <ChoiceField
        label="Density"
        value={density}
        choices={DENSITIES.map((each) => [each, DENSITY_NAMES[each]] as const)}
        onChange={(value) => {
          const wanted = DENSITIES.find((each) => each === value) ?? 'comfortable';
          chooseDensity(wanted);
          setDensity(wanted);
        }}
        className="max-w-xs"
      />
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-(--accent) pointer-coarse:size-6"
          checked={areKeysOn}
          onChange={(event) => {
            setKeysOn(event.currentTarget.checked);
            setSingleKeys(event.currentTarget.checked);
          }}
        />
        Use single-letter shortcuts, such as n for a new deal
      </label>
    </div>
  );
}
