import { type AppError, invalidInput } from '@svc/chassis/errors/app-error';
import type {
  InvalidLink,
  LinkGroup,
  ProcessBulkImportRequest,
  UnknownSite,
} from '@svc/proto/deal/v1/bulk_import_service';
import { parseVideoUrl } from '@svc/video-pages/addresses/canonical-video-url';
import { composedCode, isTooLongCode, PROMO_CODE_LENGTH_MAX } from '../deals/promo-code.js';
import { createEventLoopYield } from '../imports/event-loop-yield.js';
import { addressOf, type VideoAddress } from '../videos/video.js';
import type { ImportDetails, ImportGroup, LineRange } from './import-group.js';
import { type LinkGroup as TextGroup, splitLinkGroups } from './links-text.js';
import { promoKeysOf } from './promo-links.js';
import { readSuggestion } from './suggested-code.js';

const GROUPS_MAX = 500;
const URLS_MAX = 2_000;
const NAME_LENGTH_MAX = 200;
/** Maximum characters of a request value repeated in the response, where no other limit applies. */
const ECHO_LENGTH_MAX = 200;

/** A link to a page that is not on a known video site, with its canonical key as a video. */
type ReadSite = UnknownSite & Pick<VideoAddress, 'canonicalKey'>;

export interface ReadGroups {
  readonly groups: readonly ImportGroup[];
  readonly invalid: readonly InvalidLink[];
  readonly unknownSites: readonly ReadSite[];
  /** Number of links to a video that their group already has. */
  readonly duplicateCount: number;
}

/** Maximum bytes of links and details that the response repeats: with the rest they must fit a message of 8 MiB. */
const REPEATED_BYTES_MAX = 6 * 1024 * 1024;

/** The data of a group before its links are parsed. */
type GivenGroup = Omit<ImportGroup, 'index' | 'videos' | 'leftLines'> & {
  readonly isNameCut?: boolean;
  /** The first line that names the group or holds its code or link. */
  readonly ownLine: number | null;
  /** The line of each link; empty for a group of `collections`. */
  readonly urlLines: readonly number[];
};

const NAME_CUT = `The label is longer than ${NAME_LENGTH_MAX} characters, so its beginning names the group.`;

/**
 * Returns the groups of a request, those of `collections` before those of `linksText`, with their unusable parts. Throws `invalid_input` for a
 * request without links or above the limits.
 */
export async function readGroups(request: ProcessBulkImportRequest): Promise<ReadGroups> {
  const { collections, linksText } = request;
  const pasted = await splitText(linksText ?? '', GROUPS_MAX - collections.length);
  const sent = [...collections.map(fromCollection), ...pasted.map(fromText)];
  const urlCount = sent.reduce((count, { urls }) => count + urls.length, 0);
  if (urlCount === 0) throw invalidInput('collections', 'Send at least one link, in `collections` or in `linksText`.');
  if (sent.length > GROUPS_MAX) throw tooManyGroups();
  if (urlCount > URLS_MAX) throw invalidInput('collections', `must have at most ${URLS_MAX} links.`);

  const invalid: InvalidLink[] = [];
  const unknownSites: ReadSite[] = [];
  let duplicateCount = 0;
  const groups = sent.map((group, groupIndex): ImportGroup => {
    const problems = problemsOf(group);
    if (group.isNameCut && problems.length === 0) invalid.push({ groupIndex, ...problemOf(group, null, NAME_CUT) });
    for (const problem of problems) invalid.push({ groupIndex, ...problem });
    const { name, promoCode, details, urls, suggestion, lines, headingLine } = group;
    const promoKeys = promoKeysOf(promoCode === null ? null : details.promoLink);
    const read = readVideos(problems.length > 0 ? { urls: [], urlLines: [] } : group, promoKeys);
    for (const problem of read.refused) invalid.push({ groupIndex, ...problem });
    for (const site of read.unknownSites) unknownSites.push({ groupIndex, ...site });
    duplicateCount += read.duplicateCount;
    const leftLines = leftLinesOf(group, read.refused);
    const { videos } = read;
    return { index: groupIndex, name, promoCode, details, urls, suggestion, lines, leftLines, headingLine, videos };
  });
  const repeatedBytes = groups.reduce((bytes, group) => bytes + repeatedBytesOf(group), 0);
  if (repeatedBytes > REPEATED_BYTES_MAX)
    throw invalidInput('collections', 'must have less text. Send fewer links at once.');
  return { groups, invalid, unknownSites, duplicateCount };
}

/** Counts bytes, because the response holds the links of a group that needs a promo code twice: as found, and in the request to repeat. */
function repeatedBytesOf({ name, details, videos }: ImportGroup): number {
  const urls = videos.map(({ originalUrl }) => originalUrl);
  return Buffer.byteLength(JSON.stringify([name, details, urls, urls]));
}

function fromCollection(group: LinkGroup): GivenGroup {
  const name = textOrNull(group.name);
  return {
    name,
    promoCode: codeOrNull(group.promoCode),
    details: detailsOf(group),
    urls: group.urls,
    urlLines: [],
    suggestion: readSuggestion(name ?? ''),
    lines: null,
    ownLine: null,
    headingLine: null,
  };
}

/** Merges the details: those of the group take precedence over its `dealDetails`. */
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

/** Splits a text, yielding to the event loop between steps. Throws as soon as there are too many groups. */
async function splitText(text: string, groupsMax: number): Promise<TextGroup[]> {
  const yieldToEventLoop = createEventLoopYield();
  let groups: TextGroup[] = [];
  for (groups of splitLinkGroups(text)) {
    if (groups.length > groupsMax) throw tooManyGroups();
    await yieldToEventLoop();
  }
  return groups;
}

function tooManyGroups(): AppError {
  return invalidInput('collections', `must have at most ${GROUPS_MAX} groups. Blank lines separate groups.`);
}

/** Converts a group of pasted text. Labels may have any length, so names are cut. */
function fromText(group: TextGroup): GivenGroup {
  const { name, promoCode, urls, urlLines, suggestion, firstLine, lastLine, introductionLine, headingLine } = group;
  return {
    name: name === null ? null : cut(name, NAME_LENGTH_MAX),
    isNameCut: name !== null && name.length > NAME_LENGTH_MAX,
    promoCode: codeOrNull(promoCode),
    details: NO_DETAILS,
    urls,
    urlLines,
    suggestion: suggestion && { ...suggestion, name: suggestion.name && cut(suggestion.name, NAME_LENGTH_MAX) },
    lines: { firstLine: introductionLine ?? firstLine, lastLine },
    ownLine: firstLine,
    headingLine,
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

/** A problem with a link of a group, or with the group itself. */
function problemOf(group: GivenGroup, position: number | null, message: string, url?: string): Problem {
  const line = position === null ? group.ownLine : group.urlLines[position];
  return { url: url === undefined ? null : cut(url, ECHO_LENGTH_MAX), message, line: line ?? null };
}

/**
 * Explains why a whole group cannot be imported. A promo code that is too long is not cut, because the rest could be another deal's; its links are
 * returned one by one, so that none is lost.
 */
function problemsOf(group: GivenGroup): Problem[] {
  const { name, promoCode, urls } = group;
  if (urls.length === 0) {
    const label = cut(name ?? promoCode ?? '', ECHO_LENGTH_MAX);
    const isAddress = /^[\w-]+(?:\.[\w-]+)+\/\S*$/.test(label);
    const fix = isAddress ? 'is not a full link. Add https:// in front.' : 'has no links. Add its links, or remove it.';
    return [problemOf(group, null, `"${label}" ${fix}`)];
  }
  if (promoCode === null || !isTooLongCode(promoCode)) return [];
  const message = `The promo code of this group is longer than ${PROMO_CODE_LENGTH_MAX} characters. Correct it and import the group again.`;
  return urls.map((url, position) => problemOf(group, position, message, url));
}

interface ReadVideos {
  /** Videos without duplicates. */
  readonly videos: readonly VideoAddress[];
  readonly refused: readonly Problem[];
  readonly unknownSites: readonly Omit<ReadSite, 'groupIndex'>[];
  readonly duplicateCount: number;
}

const PROMO_LINK = 'This is the promo link of the group, not a video. Leave it out of the links.';

function readVideos(
  { urls, urlLines }: Pick<GivenGroup, 'urls' | 'urlLines'>,
  promoKeys: ReadonlySet<string>,
): ReadVideos {
  const videos = new Map<string, VideoAddress>();
  const refused: Problem[] = [];
  const unknownSites: Omit<ReadSite, 'groupIndex'>[] = [];
  for (const [position, url] of urls.entries()) {
    const parsed = parseVideoUrl(url);
    const where = { url: cut(url, ECHO_LENGTH_MAX), line: urlLines[position] ?? null };
    if (!parsed.ok) refused.push({ ...where, message: parsed.message });
    else if (promoKeys.has(parsed.canonicalKey)) refused.push({ ...where, message: PROMO_LINK });
    else if (!videos.has(parsed.canonicalKey)) {
      videos.set(parsed.canonicalKey, addressOf(url.trim(), parsed));
      if (parsed.platform === 'other' && !parsed.needsResolution)
        unknownSites.push({ ...where, canonicalKey: parsed.canonicalKey });
    }
  }
  const duplicateCount = urls.length - refused.length - videos.size;
  return { videos: [...videos.values()], refused, unknownSites, duplicateCount };
}

/** Returns the lines of a group, except those whose links are all usable. */
function leftLinesOf({ lines, urlLines }: GivenGroup, refused: readonly Problem[]): LineRange[] {
  if (lines === null || refused.length === 0) return [];
  const bad = new Set(refused.map(({ line }) => line));
  const done = new Set(urlLines.filter((line) => !bad.has(line)));
  const left: LineRange[] = [];
  let firstLine = lines.firstLine;
  for (const line of [...done, lines.lastLine + 1]) {
    if (line > firstLine) left.push({ firstLine, lastLine: line - 1 });
    firstLine = line + 1;
  }
  return left;
}

/** Cuts a text to at most `lengthMax` UTF-16 code units, without splitting a surrogate pair. */
function cut(text: string, lengthMax: number): string {
  return text
    .slice(0, lengthMax)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
