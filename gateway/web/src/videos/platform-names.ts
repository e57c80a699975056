import { PLATFORM_NAMES } from '@svc/web/shared/platform-names';
import type { Item } from '../api/operations.js';

export type Platform = Item<'videos.list'>['platform'];

export const PLATFORMS = Object.keys(PLATFORM_NAMES) as Platform[];
