export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const YEAR_SECONDS = 31_536_000;

/** The colors with which this page was served. */
export function readTheme(): Theme {
  return THEMES.find((theme) => theme === document.documentElement.dataset['theme']) ?? 'system';
}

/** Changes the colors now, and sets a cookie for later pages: the server applies it, so that none flashes. */
export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  const seconds = theme === 'system' ? 0 : YEAR_SECONDS;
  document.cookie = `svc_theme=${theme}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
}
