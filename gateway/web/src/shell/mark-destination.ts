/**
 * Marks the links of the navigation that lead to the page that is being opened, so that a key is answered before the page is drawn.
 * Returns what takes the marks away.
 */
export function markDestination(pathname: string): () => void {
  const links = document.querySelectorAll<HTMLAnchorElement>('nav[aria-label=Pages] a');
  const leading = [...links].filter((link) => link.pathname === pathname);
  for (const link of leading) link.toggleAttribute('data-opening', true);
  return () => {
    for (const link of leading) link.removeAttribute('data-opening');
  };
}
