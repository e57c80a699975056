import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import GithubSlugger from 'github-slugger';
import { marked, type Token } from 'marked';
import { ROOT } from '../stack/paths.ts';

const PAGES = globSync(['*.md', '{docs,gateway,services,k8s,charts,scripts,test}/**/*.md'], {
  cwd: ROOT,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
}).toSorted();

function tokensOf(page: string): Token[] {
  const tokens: Token[] = [];
  void marked.walkTokens(marked.lexer(readFileSync(join(ROOT, page), 'utf8')), (token) => void tokens.push(token));
  return tokens;
}

/** Valid link fragments of the page. */
function anchorsOf(page: string): Set<string> {
  const slugger = new GithubSlugger();
  return new Set(tokensOf(page).flatMap((token) => (token.type === 'heading' ? [slugger.slug(token.text)] : [])));
}

/** Broken links of a page within this repository. Links to any host, such as `{{shortenerUrl}}`, are not checked. */
function brokenLinksOf(page: string): string[] {
  const links = tokensOf(page).flatMap((token) => (token.type === 'link' ? [String(token.href)] : []));
  return links.filter((link) => {
    if (/^(?:[a-z]+:|\/|\{\{)/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsOf(target).has(anchor);
  });
}

/** Paths of sources that a page names in backticks, from the root of the repository. */
function missingSourcesOf(page: string): string[] {
  const named = tokensOf(page).flatMap((token) => (token.type === 'codespan' ? [token.text] : []));
  const paths = named.filter((text) => /^(?:gateway|services|topology|scripts|test)\/[\w./-]+\.tsx?$/.test(text));
  return paths.filter((path) => !existsSync(join(ROOT, path)));
}

test.each(PAGES)('%s links to pages and headings that exist, and names sources that exist', (page) => {
  expect([...brokenLinksOf(page), ...missingSourcesOf(page)]).toEqual([]);
});
