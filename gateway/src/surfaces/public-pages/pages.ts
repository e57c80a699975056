import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { HOME_PATH } from '@svc/web/shared/paths';

/** A public page, which search engines may index. */
export interface PublicPage {
  readonly path: string;
  /** Name in links and titles. */
  readonly title: string;
  /** One sentence about it, for search engines. */
  readonly summary: string;
  /** Place of the link to it on each page. */
  readonly place: 'head' | 'foot';
}

const page = (path: string, title: string, summary: string, place: PublicPage['place']): PublicPage => ({
  path,
  title,
  summary,
  place,
});

/** The public pages, in the order of the navigation. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  page('/welcome', 'Welcome', 'Turn posted links into deals, view checks, proof and sponsor reports', 'foot'),
  page(
    '/features',
    'Features',
    'Imports, view checks, proof, sharing, short links and AI agents for sponsored content',
    'head',
  ),
  page(
    '/ai-link-shortener',
    'AI link shortener',
    'Short links for people and AI agents, with click counts that leave out bots',
    'head',
  ),
  page('/pricing', 'Pricing', 'What it costs to use, and what it costs to run yourself', 'head'),
  page('/about', 'About', 'Who runs it, and how it is built', 'head'),
  page('/contact', 'Contact', 'How to reach the people who run it', 'foot'),
  page('/terms', 'Terms', 'Terms of use of this installation', 'foot'),
  page('/privacy', 'Privacy', 'What is stored, for how long, and who sees it', 'foot'),
  page('/cookies', 'Cookies', 'Which cookies it sets, and why', 'foot'),
];

const FOLDER = new URL('../../../pages/', import.meta.url);

/** Our text, with `{{name}}` for values of the installation. */
export function readSource(name: string): string {
  return readFileSync(new URL(`${name}.md`, FOLDER), 'utf8');
}

/** The unfilled texts of the public pages, by path. */
export type PublicTexts = ReadonlyMap<string, string>;

/**
 * Reads the text of each page: the operator's replacement in `folder`, else ours, with the address of the short-link host. Throws for an unreadable
 * folder and for a file in it that is not a public page.
 */
export function readPublicTexts(folder: string | undefined, shortenerOrigin: string): PublicTexts {
  const own = folder === undefined ? [] : readdirSync(folder).filter((file) => file.endsWith('.md'));
  const names = PUBLIC_PAGES.map(({ path }) => path.slice(1));
  const unknown = own.find((file) => !names.includes(basename(file, '.md')));
  if (unknown !== undefined) {
    const known = names.map((name) => `${name}.md`).join(', ');
    throw new Error(`PUBLIC_PAGES_DIR contains ${unknown}, which is not a public page. Public pages are ${known}.`);
  }
  const read = (name: string): string =>
    folder !== undefined && own.includes(`${name}.md`)
      ? readFileSync(join(folder, `${name}.md`), 'utf8')
      : readSource(name);
  return new Map(names.map((name) => [`/${name}`, read(name).replaceAll('{{shortenerUrl}}', shortenerOrigin)]));
}

/** The page's text in Markdown. A picture that depends on the color scheme becomes a plain image. */
export function readPage(texts: PublicTexts, { path }: PublicPage, appName: string): string {
  return fill(texts.get(path) ?? '', () => appName).replaceAll(PICTURE, '![$<about>]($<source>)');
}

const PICTURE = /<picture>.*<img [^>]*src="(?<source>[^"]+)"[^>]* alt="(?<about>[^"]*)"[^>]*><\/picture>/g;

/** Who sees a page: a signed-in user, or a guest, who can sign up unless that is closed. */
export type Visitor = 'user' | 'guest' | 'guest who cannot sign up';

/** A line with only links to sign in or up. */
const ENTRANCES = /^(?:\[[^[\]]+\]\(\/(?:login|signup)\)[ \t]*)+$/gm;

/** The page's text with the links for this visitor in place of those to sign in or up. */
export function withEntrances(text: string, visitor: Visitor): string {
  if (visitor === 'guest') return text;
  const { path, label } = visitor === 'user' ? OPEN_APP : SIGN_IN;
  return text.replaceAll(ENTRANCES, `<a class="button main" href="${path}">${label}</a>`);
}

const SIGN_IN = { path: '/login', label: 'Sign in' } as const;
const OPEN_APP = { path: HOME_PATH, label: 'Open app' } as const;

/** The link to the app in the head of each page. */
export function entranceOf(visitor: Visitor) {
  return visitor === 'user' ? OPEN_APP : SIGN_IN;
}

/** The text with each `{{name}}` replaced. */
export function fill(text: string, valueOf: (name: string) => string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_match, name: string) => valueOf(name));
}
