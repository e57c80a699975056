/** Marks the navigation links to the page that is being opened, as feedback before it is drawn. Returns the function that removes the marks. */
export function markDestination(pathname: string): () => void {
  const links = document.querySelectorAll<HTMLAnchorElement>('nav[aria-label=Pages] a');
  const leading = [...links].filter((link) => link.pathname === pathname);
  for (const link of leading) link.toggleAttribute('data-opening', true);
  return () => {
    for (const link of leading) link.removeAttribute('data-opening');
  };
}
