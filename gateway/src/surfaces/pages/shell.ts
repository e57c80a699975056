import { createPageShell } from '@svc/chassis/http/page-shell';

const CSS = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
h1 { overflow-wrap: anywhere; }
a { color: inherit; text-underline-offset: 0.2em; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; padding: 0.4rem 0.6rem; border-bottom: 1px solid #8c959f; vertical-align: top; overflow-wrap: anywhere; }
th { width: 12rem; font-weight: 600; overflow-wrap: normal; }
thead th { width: auto; }
.lines { white-space: pre-line; }
caption { text-align: left; font-weight: 600; padding: 0.4rem 0.6rem; }
.short { white-space: nowrap; }
.large { font-size: 1.75rem; overflow-wrap: anywhere; }
.notice { border-left: 4px solid #bf3989; padding: 0.4rem 1rem; }
button { font: inherit; padding: 0.4rem 1rem; }
input { font: inherit; padding: 0.35rem; max-width: 100%; box-sizing: border-box; }
:focus-visible { outline: 3px solid #0969da; outline-offset: 2px; }
figure { margin: 1rem 0; }
img { max-width: 100%; }
@media (max-width: 30rem) {
  th { width: auto; }
  th, td { padding: 0.4rem 0.3rem; }
}
`;

/** The pages of the main host. */
export const SHELL = createPageShell(CSS, { showsImages: false, isIndexed: false });

/** The same for pages that show images of this host. */
export const SHELL_WITH_IMAGES = createPageShell(CSS, { showsImages: true, isIndexed: false });
