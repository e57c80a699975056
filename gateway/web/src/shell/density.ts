const STORED = 'dealbridge.density';

export const DENSITIES = ['comfortable', 'compact'] as const;

/** How high the rows of lists are. */
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
    // A browser that keeps nothing shows it until the page is left.
  }
}

/** Has the page follow what this browser keeps. */
export function showDensity(density: Density = readDensity()): void {
  document.documentElement.dataset['density'] = density;
}
