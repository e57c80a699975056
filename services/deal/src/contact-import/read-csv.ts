import { AppError, invalidInput } from '@svc/chassis/errors/app-error';
import { CsvError, parse } from 'csv-parse/sync';
import { NO_TEXT, ROWS_MAX, type RowText } from './file-row.js';
import { readHandle, readHandles } from './handle-text.js';

const PLATFORMS = ['youtube', 'tiktok', 'instagram', 'x', 'facebook', 'twitch'] as const;

const TEXT_FIELDS = ['name', 'email', 'phone', 'company', 'notes', 'revenue', 'currency'] as const;

const FIELDS = [...TEXT_FIELDS, 'firstName', 'lastName', 'handles', 'tags', ...PLATFORMS, 'ignore'] as const;

type Field = (typeof FIELDS)[number];

/** What address books of common programs call their columns, without case, spaces and punctuation. */
const HEADINGS: ReadonlyMap<string, Field> = new Map(
  Object.entries({
    name: 'name fullname displayname contact contactname influencer influencername creator fn',
    firstName: 'firstname givenname forename vorname',
    lastName: 'lastname familyname surname nachname',
    email: 'email emailaddress mail email1value primaryemail emails',
    phone:
      'phone phonenumber mobile mobilephone telephone tel phone1value primaryphone businessphone homephone telefon',
    company: 'company organization organisation organizationname org firm business firma',
    handles: 'handles handle socials socialmedia profiles profile',
    tags: 'tags tag labels label categories category groups groupmembership',
    notes: 'notes note comment comments remarks notizen',
    revenue: 'revenue amount spend value umsatz',
    currency: 'currency',
    youtube: 'youtube youtubechannel youtubehandle youtubeurl',
    tiktok: 'tiktok tiktokhandle tiktokurl',
    instagram: 'instagram instagramhandle instagramurl insta ig',
    x: 'x twitter twitterhandle twitterurl xhandle',
    facebook: 'facebook facebookurl facebookpage fb',
    twitch: 'twitch twitchchannel twitchurl',
  } satisfies Partial<Record<Field, string>>).flatMap(([field, headings]) =>
    headings.split(' ').map((heading) => [heading, field as Field] as const),
  ),
);

/**
 * The rows of a CSV file, below its headings. Commas, semicolons or tabs part the columns, whichever the headings have most of.
 * `mapping` says what columns hold, by their headings. Throws `invalid_input` for what is no table of contacts.
 */
export function readCsv(text: string, mapping: readonly { column: string; field: string }[]): RowText[] {
  const [headings = [], ...records] = readTable(text);
  if (records.length > ROWS_MAX) throw invalidInput('content', `At most ${ROWS_MAX} rows at once.`);
  const given = new Map(mapping.map(({ column, field }) => [plain(column), readField(field)]));
  const fields = headings.map((heading) => given.get(plain(heading)) ?? HEADINGS.get(plain(heading)) ?? 'ignore');
  const unknown = mapping.find(({ column }) => !headings.some((heading) => plain(heading) === plain(column)));
  if (unknown) throw invalidInput('mapping', `The file has no column ${unknown.column}.`);
  if (fields.every((field) => field === 'ignore')) {
    throw invalidInput('content', 'No heading in the first row says which column holds the name. Say it in mapping.');
  }
  return records.map((cells) => toRow(fields, cells));
}

function readTable(text: string): string[][] {
  const [directive = '', delimiter = detectDelimiter(text)] = /^sep=(.)\r?\n/.exec(text) ?? [];
  try {
    return parse(text.slice(directive.length), {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: ROWS_MAX + 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const cause = { cause: error, details: [{ path: 'content', message: 'Not a CSV file.' }] };
    throw new AppError(
      'invalid_input',
      'VALIDATION_ERROR',
      `The file cannot be read as CSV: ${reasonOf(error)}`,
      cause,
    );
  }
}

/** What to look at in the file. The library's own message repeats pieces of it. */
function reasonOf({ code, lines }: CsvError & { readonly lines?: unknown }): string {
  const place = typeof lines === 'number' ? ` The row begins near line ${lines}.` : '';
  return `${code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quotation mark is not closed.' : 'a row is not well-formed.'}${place}`;
}

/** The character that parts the headings, outside of quotation marks. */
function detectDelimiter(text: string): string {
  const [headings = ''] = text
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .trimStart()
    .split(/[\r\n]/, 1);
  const count = (delimiter: string): number => headings.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

function readField(text: string): Field {
  const field = FIELDS.find((each) => each === text);
  if (!field) throw invalidInput('mapping', `A column cannot hold ${text}. It may hold ${FIELDS.join(', ')}.`);
  return field;
}

function toRow(fields: readonly Field[], cells: readonly string[]): RowText {
  // Of several columns for a field, such as private and business addresses, the first that is filled counts.
  const first = (wanted: Field): string =>
    fields.flatMap((field, at) => (field === wanted && clean(cells[at])) || [])[0] ?? '';
  const all = (wanted: Field): string[] => fields.flatMap((field, at) => (field === wanted ? [clean(cells[at])] : []));
  const lists = all('handles').map(readHandles);
  const onPlatforms = PLATFORMS.flatMap((platform) =>
    all(platform).flatMap((cell) => readHandle(cell, platform) ?? []),
  );
  return {
    ...NO_TEXT,
    ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, first(field)])),
    name: first('name') || `${first('firstName')} ${first('lastName')}`,
    handles: [...lists.flatMap(({ handles }) => handles), ...onPlatforms],
    tags: all('tags').flatMap((cell) => cell.split(/\s*(?:[;,|]|:::)\s*/)),
    problems: lists
      .flatMap(({ unread }) => unread)
      .map((text) => `${text.slice(0, 100).toWellFormed()} names no platform.`),
  };
}

/** A cell without the apostrophe by which exports keep spreadsheets from taking a text for a formula. */
function clean(cell = ''): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, '');
}

function plain(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
