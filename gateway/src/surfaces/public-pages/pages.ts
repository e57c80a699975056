import { readFileSync } from 'node:fs';

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

const SOURCES = new Map(PUBLIC_PAGES.map(({ path }) => [path, readSource(path.slice(1))] as const));

/** The text of a page as it is written. */
export function readPageSource({ path }: PublicPage): string {
  return SOURCES.get(path) ?? '';
}

/** The text of a page as it is read. */
export function readPage(page: PublicPage, { appName }: { readonly appName: string }): string {
  return fill(readPageSource(page), () => appName);
}

/** The text with each `{{name}}` replaced. */
export function fill(text: string, valueOf: (name: string) => string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_match, name: string) => valueOf(name));
}
