import { Readable } from 'node:stream';
import { type AppError, appError, invalidInput } from '@svc/chassis/errors/app-error';
import { partsReader, readText } from '@svc/chassis/schemas/cell-text';
import type { ImportedColumn } from '@svc/proto/deal/v1/contact_service';
import { CsvError, parse } from 'csv-parse';
import { NO_TEXT, RECORD_CHARACTERS_MAX, ROWS_MAX, type RowText, TAGS_READ_MAX } from './file-row.js';
import { HANDLES_READ_MAX, readHandle, readHandles } from './handle-text.js';

/** Maximum columns; address books of common programs have up to about 100. */
const COLUMNS_MAX = 200;

/** Maximum reported handles of a row that cannot be parsed, in case a whole page was pasted into a cell. */
const PROBLEMS_MAX = 10;

const PLATFORMS = ['youtube', 'tiktok', 'instagram', 'x', 'facebook', 'twitch'] as const;

const TEXT_FIELDS = ['name', 'email', 'phone', 'company', 'notes', 'revenue', 'currency'] as const;

const FIELDS = [...TEXT_FIELDS, 'firstName', 'lastName', 'handles', 'tags', ...PLATFORMS, 'ignore'] as const;

type Field = (typeof FIELDS)[number];

/** The positions in a row of each field's cells. */
type Columns = Readonly<Record<Field, readonly number[]>>;

/** Fields by column name in the address books of common programs, without case, spaces and punctuation. */
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

/** Maximum characters of a heading in the response. */
const HEADING_SHOWN_MAX = 200;

interface CsvOptions {
  /** Fields of columns, by heading. */
  readonly mapping: readonly { column: string; field: string }[];
  /** Whether a file without any known column is accepted; the caller must report it. */
  readonly mayBeUnknown: boolean;
  /** Called with the columns, from the left, before the first row. */
  readonly onColumns: (columns: ImportedColumn[]) => void;
}

/**
 * Yields the rows of a CSV file, below its headings. The delimiter is the most frequent of comma, semicolon and tab in the headings. Throws
 * `invalid_input` for a file that is not a table of contacts.
 */
export async function* readCsv(slices: AsyncGenerator<string>, options: CsvOptions): AsyncGenerator<RowText> {
  let columns: Columns | undefined;
  for await (const cells of readTable(slices)) {
    if (columns) yield toRow(columns, cells);
    else columns = findColumns(cells, options);
  }
  if (!columns) throw namelessColumns();
}

async function* readTable(slices: AsyncGenerator<string>): AsyncGenerator<string[]> {
  const { value: first = '' } = await slices.next();
  const [directive = '', delimiter = detectDelimiter(first)] = /^sep=(.)\r?\n/.exec(first) ?? [];
  const parser = parse({
    bom: true,
    delimiter,
    max_record_size: RECORD_CHARACTERS_MAX,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    // One more than allowed, counting the headings, so that an excess is noticed.
    to: ROWS_MAX + 2,
  });
  const text = Readable.from(withFirst(first.slice(directive.length), slices));
  text.on('error', (error) => parser.destroy(error));
  try {
    for await (const cells of text.pipe(parser)) yield cells as string[];
  } catch (error) {
    throw error instanceof CsvError ? notCsv(error) : error;
  }
}

async function* withFirst(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

function notCsv(error: CsvError): AppError {
  const details = [{ path: 'content', message: 'Not a CSV file.' }];
  const message = `The file cannot be read as CSV: ${reasonOf(error)}`;
  return appError('VALIDATION_ERROR', message, { cause: error, details });
}

/** Explains what to correct in the file, because the library's own message quotes parts of it. */
function reasonOf({ code, lines }: CsvError & { readonly lines?: unknown }): string {
  const place = typeof lines === 'number' ? ` The row begins near line ${lines}.` : '';
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `a quotation mark is not closed.${place}`;
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `a row is longer than ${RECORD_CHARACTERS_MAX} characters; perhaps a quotation mark is not closed.${place}`;
  }
  return `a row is not well-formed.${place}`;
}

/** Finds the most frequent delimiter of the headings, outside of quotation marks. */
function detectDelimiter(text: string): string {
  const counts = new Map([',', ';', '\t'].map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of text.trimStart()) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

/** Throws `invalid_input` for headings without a known column. */
function findColumns(headings: readonly string[], { mapping, mayBeUnknown, onColumns }: CsvOptions): Columns {
  if (headings.length > COLUMNS_MAX) throw invalidInput('content', `must have at most ${COLUMNS_MAX} columns.`);
  if (mapping.length > COLUMNS_MAX) throw invalidInput('mapping', `must have at most ${COLUMNS_MAX} columns.`);
  const mapped = new Map(mapping.map(({ column, field }) => [plain(column), readField(field)]));
  const plainHeadings = headings.map(plain);
  const unknown = mapping.find(({ column }) => !plainHeadings.includes(plain(column)));
  if (unknown)
    throw invalidInput(
      'mapping',
      `names the column ${unknown.column}, which the file lacks. Name a column of the file.`,
    );
  const known = plainHeadings.map((heading) => mapped.get(heading) ?? HEADINGS.get(heading) ?? null);
  const fields = known.map((field) => field ?? 'ignore');
  if (!mayBeUnknown && fields.every((field) => field === 'ignore')) throw namelessColumns();
  onColumns(headings.map((heading, at) => ({ heading: shownHeading(heading), field: known[at] ?? null })));
  const columnsOf = (wanted: Field): number[] => fields.flatMap((field, at) => (field === wanted ? [at] : []));
  return Object.fromEntries(FIELDS.map((field) => [field, columnsOf(field)])) as Record<Field, number[]>;
}

function shownHeading(heading: string): string {
  return heading.trim().slice(0, HEADING_SHOWN_MAX).toWellFormed();
}

function namelessColumns(): AppError {
  return invalidInput(
    'content',
    'must have a heading for the name in its first row. Otherwise, name the column in `mapping`.',
  );
}

function readField(text: string): Field {
  const field = FIELDS.find((each) => each === text);
  if (!field) throw invalidInput('mapping', `maps a column to ${text}. It must be one of ${FIELDS.join(', ')}.`);
  return field;
}

function toRow(columns: Columns, cells: readonly string[]): RowText {
  const all = (field: Field): string[] => columns[field].map((at) => readText(cells[at] ?? ''));
  // Of several columns for a field, such as private and business addresses, the first that is not empty is used.
  const first = (field: Field): string => all(field).find((cell) => cell !== '') ?? '';
  const lists = all('handles').map(readHandles);
  const onPlatforms = PLATFORMS.flatMap((platform) =>
    all(platform).flatMap((cell) => readHandle(cell, platform) ?? []),
  );
  const unread = lists.flatMap((list) => list.unread).slice(0, PROBLEMS_MAX);
  const unnamed = lists.reduce((count, list) => count + list.unreadCount, 0) - unread.length;
  return {
    ...NO_TEXT,
    ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, first(field)])),
    name: first('name') || `${first('firstName')} ${first('lastName')}`,
    handles: [...lists.flatMap(({ handles }) => handles), ...onPlatforms].slice(0, HANDLES_READ_MAX),
    tags: readTags(all('tags')),
    problems: [
      ...unread.map((text) => `${text.slice(0, 100).toWellFormed()} names no platform.`),
      ...(unnamed > 0 ? [`${unnamed} more handles name no platform.`] : []),
    ],
  };
}

const partsOf = partsReader(/[;,|]|:::/);

/** Returns the tags of a row without duplicates: at most one more than a contact can have, so that an excess is noticed. */
function readTags(cells: readonly string[]): string[] {
  const tags = new Set<string>();
  for (const cell of cells) {
    for (const tag of partsOf(cell)) {
      if (tags.size === TAGS_READ_MAX) return [...tags];
      if (tag !== '') tags.add(tag);
    }
  }
  return [...tags];
}

function plain(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
