import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A page for everybody, search engines included. */
export interface PublicPage {
  readonly path: string;
  /** Name in links and titles. */
  readonly title: string;
  /** One line about it. */
  readonly summary: string;
}

/** The public pages (interface specification section 1), in the order of the navigation. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: '/welcome', title: 'Welcome', summary: 'what this is, in a minute' },
  { path: '/features', title: 'Features', summary: 'what it does for people who sell sponsored content' },
  { path: '/ai-link-shortener', title: 'AI link shortener', summary: 'short links for people and agents' },
  { path: '/pricing', title: 'Pricing', summary: 'what it costs' },
  { path: '/about', title: 'About', summary: 'where it comes from, and how it is made' },
  { path: '/contact', title: 'Contact', summary: 'whom to ask' },
  { path: '/terms', title: 'Terms', summary: 'under which terms it is used' },
  { path: '/privacy', title: 'Privacy', summary: 'what it stores, for how long, and who sees it' },
  { path: '/cookies', title: 'Cookies', summary: 'the few cookies that it sets' },
];

const FOLDER = new URL('../../../pages/', import.meta.url);

/** A text of ours as it is written, with `{{name}}` for what an installation fills in. */
export function readSource(name: string): string {
  return readFileSync(new URL(`${name}.md`, FOLDER), 'utf8');
}

/** The texts of the public pages as they are written, by path. */
export type PublicTexts = ReadonlyMap<string, string>;

/**
 * Reads the text of each page: from `folder`, where the operator keeps what is to stand in place of ours, else ours. Throws for a folder
 * that cannot be read and for a file in it that is no page.
 */
export function readPublicTexts(folder: string | undefined): PublicTexts {
  const own = folder === undefined ? [] : readdirSync(folder).filter((file) => file.endsWith('.md'));
  const names = PUBLIC_PAGES.map(({ path }) => path.slice(1));
  const unknown = own.find((file) => !names.includes(basename(file, '.md')));
  if (unknown !== undefined) {
    const known = names.map((name) => `${name}.md`).join(', ');
    throw new Error(`PUBLIC_PAGES_DIR has ${unknown}, which is no public page. Those are ${known}.`);
  }
  const read = (name: string): string =>
    folder !== undefined && own.includes(`${name}.md`)
      ? readFileSync(join(folder, `${name}.md`), 'utf8')
      : readSource(name);
  return new Map(names.map((name) => [`/${name}`, read(name)]));
}

/** The text of a page as it is read. */
export function readPage(texts: PublicTexts, { path }: PublicPage, appName: string): string {
  return fill(texts.get(path) ?? '', () => appName);
}

/** The text with each `{{name}}` replaced. */
export function fill(text: string, valueOf: (name: string) => string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_match, name: string) => valueOf(name));
}
