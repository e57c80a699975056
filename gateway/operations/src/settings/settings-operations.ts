import { getSettings } from './get-settings.js';
import { updateSettings } from './update-settings.js';

export const settingsOperations = [getSettings, updateSettings] as const;
