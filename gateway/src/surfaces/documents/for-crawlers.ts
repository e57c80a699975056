import { describeRobots } from '@svc/http-host/discovery/robots';
import { APP_PATHS, SIGN_IN_PATHS } from '@svc/web/shared/paths';
import { PUBLIC_PAGES, type PublicTexts, readPage } from '../public-pages/pages.js';
import type { DocumentFacts } from './bridge.js';

/** Guessable paths that crawlers must skip; all other responses have an `X-Robots-Tag` if needed. */
const RULES = [
  'Allow: /',
  'Disallow: /api/',
  'Disallow: /auth/',
  'Disallow: /s/',
  'Disallow: /agent/',
  'Disallow: /reset-password',
  'Disallow: /confirm-address',
  ...listFirstSegments().map((segment) => `Disallow: /${segment}`),
];

/** First segments of the paths of the app. */
function listFirstSegments(): string[] {
  return [...new Set([...SIGN_IN_PATHS, ...APP_PATHS].map((path) => path.split('/')[1] ?? ''))];
}

/** robots.txt. */
export function describeRules(origin: string): string {
  return `${describeRobots(RULES)}\nSitemap: ${origin}/sitemap.xml\n`;
}

/** The sitemap: exactly the public pages. The origin has no character that XML would have to escape. */
export function describeSitemap(origin: string): string {
  const urls = PUBLIC_PAGES.map(({ path }) => `  <url><loc>${origin}${path}</loc></url>\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`;
}

/** llms.txt (llmstxt.org). */
export function describeForModels({ origin, appName }: DocumentFacts): string {
  const pages = PUBLIC_PAGES.map(({ path, title, summary }) => `- [${title}](${origin}${path}): ${summary}`);
  return `# ${appName}

> Keeps track of sponsored-content deals: which videos went live, how often they were viewed, what is due; with short links, and a bridge for AI agents.

Every page answers in Markdown to \`Accept: text/markdown\`. Agents work for a user of this installation, who approves them once.

## Pages

${pages.join('\n')}

${describeInterfaces(origin)}`;
}

/** llms-full.txt: every public page in full, and where agents find more. */
export function describeForModelsInFull({ origin, appName }: DocumentFacts, publicTexts: PublicTexts): string {
  const pages = PUBLIC_PAGES.map((page) => {
    const text = withoutSignIn(readPage(publicTexts, page, appName)).replaceAll('](/', `](${origin}/`);
    return `${oneLevelDown(text.trim())}\n\nSource: ${origin}${page.path}\n`;
  });
  return `# ${appName}\n\n${pages.join('\n---\n\n')}\n---\n\n${describeInterfaces(origin)}`;
}

/** A link to a page that crawlers must skip. */
const SIGN_IN_LINK = new RegExp(`\\[([^[\\]]+)\\]\\((?:${SIGN_IN_PATHS.join('|')})\\)`, 'g');

/** Replaces links to pages that crawlers must skip with their text, and removes lines with only such links. */
function withoutSignIn(markdown: string): string {
  const isInvitation = (line: string): boolean => line.trim() !== '' && line.replaceAll(SIGN_IN_LINK, '').trim() === '';
  const lines = markdown.split('\n').filter((line) => !isInvitation(line));
  return lines.join('\n').replaceAll(SIGN_IN_LINK, '$1');
}

/** Embeds a page in a longer text: moves headings outside of code one level down. */
function oneLevelDown(markdown: string): string {
  let isCode = false;
  const lines = markdown.split('\n').map((line) => {
    if (line.startsWith('```')) isCode = !isCode;
    return !isCode && /^#{1,5} /.test(line) ? `#${line}` : line;
  });
  return lines.join('\n');
}

function describeInterfaces(origin: string): string {
  const interfaces = [
    [
      'Skill',
      '/.well-known/agent-skills/svc-agent-bridge/SKILL.md',
      'how an agent connects and does the work, step by step',
    ],
    ['Skills', '/.well-known/agent-skills/index.json', 'the same with its digest'],
    ['OpenAPI', '/openapi.json', 'every route that agents may call'],
    ['API documentation', '/docs/api', 'the same for people'],
    ['MCP server card', '/.well-known/mcp/server-card.json', 'the same as tools'],
    ['Agent card', '/.well-known/agent-card.json', 'what the bridge is good for'],
    ['API catalog', '/.well-known/api-catalog', 'all APIs of this host'],
    ['Protected resource', '/.well-known/oauth-protected-resource', 'what tokens are for'],
    ['OAuth metadata', '/.well-known/oauth-authorization-server', 'registration, device authorization, token'],
    ['OpenID configuration', '/.well-known/openid-configuration', 'the same; no ID tokens are issued'],
    ['Key set', '/.well-known/jwks.json', 'empty: tokens are opaque'],
    ['Key directory', '/.well-known/http-message-signatures-directory', 'keys of requests that this host signs'],
  ];
  const lines = interfaces.map(([name, path, note]) => `- [${name}](${origin}${path}): ${note}\n`);
  return `## Interfaces for agents\n\n${lines.join('')}`;
}
