import { keepText, readText } from '../kept/browser-storage.js';

const STORED = 'dealbridge.density';

export const DENSITIES = ['comfortable', 'compact'] as const;

/** Row heights of lists. */
export type Density = (typeof DENSITIES)[number];

export function readDensity(): Density {
  return readText(STORED) === 'compact' ? 'compact' : 'comfortable';
}

export function setDensity(density: Density): void {
  showDensity(density);
  keepText(STORED, density);
}

/** Applies this browser's stored density to the page. */
export function showDensity(density: Density = readDensity()): void {
  document.documentElement.dataset['density'] = density;
}
