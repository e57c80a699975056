const STORED = 'dealbridge.density';

export const DENSITIES = ['comfortable', 'compact'] as const;

/** Row heights of lists. */
export type Density = (typeof DENSITIES)[number];

export function readDensity(): Density {
  try {
    return localStorage.getItem(STORED) === 'compact' ? 'compact' : 'comfortable';
  } catch {
    return 'comfortable';
  }
}

export function setDensity(density: Density): void {
  showDensity(density);
  try {
    localStorage.setItem(STORED, density);
  } catch {
    // A browser without storage applies it until the page is left.
  }
}

/** Applies this browser's stored density to the page. */
export function showDensity(density: Density = readDensity()): void {
  document.documentElement.dataset['density'] = density;
}
