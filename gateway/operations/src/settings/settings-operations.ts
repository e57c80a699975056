import { getLogo } from './get-logo.js';
import { getSettings } from './get-settings.js';
import { readLogo } from './read-logo.js';
import { removeLogo } from './remove-logo.js';
import { setLogo } from './set-logo.js';
import { updateSettings } from './update-settings.js';

export const settingsOperations = [getLogo, getSettings, readLogo, removeLogo, setLogo, updateSettings] as const;
