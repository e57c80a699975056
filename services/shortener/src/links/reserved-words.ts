import { readFileSync } from 'node:fs';

/** Written by the build from the route tables of both hosts. */
const ROUTE_SEGMENTS = new URL('../../dist/links/route-segments.json', import.meta.url);

/** Names of the product's families and pages, mounted or not. */
const FAMILIES_AND_PAGES = `
  about access-requests activity admin agent ai ai-link-shortener api approvals auth contact contacts cookies copilot
  dashboard deals docs features health influencers llms llms-full login logout mcp memory oauth openapi pricing privacy
  public readiness robots screenshots settings shares shorten shortener signin signup sitemap suggestions tasks teams
  templates terms viewcheck welcome
`;

/** Words that look like part of the service, and deceptive words. */
const WORDS = `
  abuse account accounts administrator app assets billing blog cdn config css dealbridge download downloads email
  favicon feedback fonts forum ftp help home hostmaster images img index info javascript legal link links mail media
  moderator news null official password payment payments photo photos postmaster profile register report reports root
  sales search security static stats status store support system test token undefined upload uploads user users verify
  webmaster well-known www
`;

let words: ReadonlySet<string> | undefined;

/** Short ids that no link may have, in lower case; loaded on first use. */
export function reservedWords(): ReadonlySet<string> {
  words ??= new Set([
    ...(JSON.parse(readFileSync(ROUTE_SEGMENTS, 'utf8')) as string[]),
    ...`${FAMILIES_AND_PAGES} ${WORDS}`.trim().split(/\s+/),
  ]);
  return words;
}

/** Whether a short id would collide with a current or future address of the service, or look like part of it. */
export function isReserved(shortId: string): boolean {
  return reservedWords().has(shortId.toLowerCase());
}
