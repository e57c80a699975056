import { invalidInput, type AppError } from '@svc/chassis/errors/app-error';
import type { InvalidLink, LinkGroup, ProcessBulkImportRequest } from '@svc/proto/deal/v1/bulk_import_service';
import { parseVideoUrl } from '@svc/video-pages/addresses/canonical-video-url';
import { composedCode } from '../deals/promo-code.js';
import { addressOf, type VideoAddress } from '../videos/video.js';
import type { ImportDetails, ImportGroup } from './import-group.js';
import { createTurns } from '../imports/turns.js';
import { splitLinkGroups, type LinkGroup as TextGroup } from './links-text.js';

const GROUPS_MAX = 500;
const URLS_MAX = 2_000;
const NAME_LENGTH_MAX = 200;
const PROMO_CODE_LENGTH_MAX = 64;
/** Longest piece of the request that is repeated in the answer, where nobody has bounded it. */
const ECHO_LENGTH_MAX = 200;

export interface ReadGroups {
  readonly groups: readonly ImportGroup[];
  readonly invalid: readonly InvalidLink[];
}

/** Bytes of links and details that the answer can repeat; one message carries 8 MiB, with what stands around them. */
const REPEATED_BYTES_MAX = 6 * 1024 * 1024;

/** What is known of a group before its links are read. */
type GivenGroup = Omit<ImportGroup, 'index' | 'videos'> & { readonly isNameCut?: boolean };

const NAME_CUT = `The label is longer than ${NAME_LENGTH_MAX} characters. Its beginning names the group.`;

/**
 * The groups of a request, those of `collections` before those of `linksText`, and what in them cannot be used. Throws
 * `invalid_input` for no link at all and for too much at once.
 */
export async function readGroups(request: ProcessBulkImportRequest): Promise<ReadGroups> {
  const { collections, linksText } = request;
  const pasted = await splitText(linksText ?? '', GROUPS_MAX - collections.length);
  const given = [...collections.map(fromCollection), ...pasted.map(fromText)];
  const urlCount = given.reduce((count, { urls }) => count + urls.length, 0);
  if (urlCount === 0) throw invalidInput('collections', 'Send at least one link, in `collections` or in `linksText`.');
  if (given.length > GROUPS_MAX) throw tooManyGroups();
  if (urlCount > URLS_MAX) throw invalidInput('collections', `takes at most ${URLS_MAX} links at once.`);

  const invalid: InvalidLink[] = [];
  const groups = given.map(({ isNameCut, ...group }, index) => {
    const problems = problemsOf(group);
    if (isNameCut && problems.length === 0) invalid.push({ groupIndex: index, url: null, message: NAME_CUT });
    for (const problem of problems) invalid.push({ groupIndex: index, ...problem });
    const { videos, refused } = readVideos(problems.length > 0 ? [] : group.urls);
    for (const problem of refused) invalid.push({ groupIndex: index, ...problem });
    return { ...group, index, videos };
  });
  const repeatedBytes = groups.reduce((bytes, group) => bytes + repeatedBytesOf(group), 0);
  if (repeatedBytes > REPEATED_BYTES_MAX)
    throw invalidInput('collections', 'holds too much text. Send fewer links at once.');
  return { groups, invalid };
}

/** A group that needs a promo code is answered with its links twice: as what it is, and within the request to repeat. */
function repeatedBytesOf({ name, details, videos }: ImportGroup): number {
  const urls = videos.map(({ originalUrl }) => originalUrl);
  return Buffer.byteLength(JSON.stringify([name, details, urls, urls]));
}

function fromCollection(group: LinkGroup): GivenGroup {
  return {
    name: textOrNull(group.name),
    promoCode: codeOrNull(group.promoCode),
    details: detailsOf(group),
    urls: group.urls,
  };
}

/** Details of the group itself win over its `dealDetails`. */
function detailsOf({ dealDetails, ...group }: LinkGroup): ImportDetails {
  return {
    price: group.price ?? dealDetails?.price ?? null,
    viewsTarget: group.viewsTarget ?? dealDetails?.viewsTarget ?? null,
    promoLink: group.promoLink ?? dealDetails?.promoLink ?? null,
    contact: textOrNull(group.contact) ?? textOrNull(dealDetails?.contact),
    notes: textOrNull(group.notes) ?? textOrNull(dealDetails?.notes),
  };
}

const NO_DETAILS: ImportDetails = { price: null, viewsTarget: null, promoLink: null, contact: null, notes: null };

/** Others have their turn meanwhile. Throws for too many groups as soon as there are. */
async function splitText(text: string, groupsMax: number): Promise<TextGroup[]> {
  const takeTurns = createTurns();
  let groups: TextGroup[] = [];
  for (groups of splitLinkGroups(text)) {
    if (groups.length > groupsMax) throw tooManyGroups();
    await takeTurns();
  }
  return groups;
}

function tooManyGroups(): AppError {
  return invalidInput('collections', `takes at most ${GROUPS_MAX} groups at once. Blank lines part groups.`);
}

/** Labels of pasted text may be of any length; a name is what fits. */
function fromText({ name, promoCode, urls }: TextGroup): GivenGroup {
  return {
    name: name === null ? null : cut(name, NAME_LENGTH_MAX),
    isNameCut: name !== null && name.length > NAME_LENGTH_MAX,
    promoCode: codeOrNull(promoCode),
    details: NO_DETAILS,
    urls,
  };
}

function textOrNull(text: string | null | undefined): string | null {
  return text?.trim() || null;
}

function codeOrNull(text: string | null | undefined): string | null {
  const code = textOrNull(text);
  return code === null ? null : composedCode(code);
}

type Problem = Omit<InvalidLink, 'groupIndex'>;

/**
 * What keeps a whole group from being imported. A promo code that is too long is not cut, for the rest of it could be another
 * deal's; its links are given back one by one, so that none is lost.
 */
function problemsOf({ name, promoCode, urls }: GivenGroup): Problem[] {
  if (urls.length === 0) {
    const label = cut(name ?? promoCode ?? '', ECHO_LENGTH_MAX);
    return [{ url: null, message: `There is no link under "${label}". Add its links, or leave it out.` }];
  }
  if (promoCode === null || promoCode.length <= PROMO_CODE_LENGTH_MAX) return [];
  const message = `The promo code of this group is longer than ${PROMO_CODE_LENGTH_MAX} characters. Correct it and import the group again.`;
  return urls.map((url) => ({ url: cut(url, ECHO_LENGTH_MAX), message }));
}

function readVideos(urls: readonly string[]): { videos: VideoAddress[]; refused: Problem[] } {
  const videos = new Map<string, VideoAddress>();
  const refused: Problem[] = [];
  for (const url of urls) {
    const parsed = parseVideoUrl(url);
    if (!parsed.ok) refused.push({ url: cut(url, ECHO_LENGTH_MAX), message: parsed.message });
    else if (!videos.has(parsed.canonicalKey)) videos.set(parsed.canonicalKey, addressOf(url.trim(), parsed));
  }
  return { videos: [...videos.values()], refused };
}

/** At most `lengthMax` UTF-16 units, with no half of a surrogate pair at the end. */
function cut(text: string, lengthMax: number): string {
  return text
    .slice(0, lengthMax)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
