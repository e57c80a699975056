import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import type { ImportContactsRequest, ImportedColumn } from '@svc/proto/deal/v1/contact_service';
import { createEventLoopYield, type YieldToEventLoop } from '../imports/event-loop-yield.js';
import { chooseDecimalSign, type DecimalSign, evidentSign } from './amount-text.js';
import { decodeText } from './decode-text.js';
import { LISTED_MAX, NO_TEXT, ROWS_MAX, type RowText } from './file-row.js';
import { readCsv } from './read-csv.js';
import { type ReadRow, readRow } from './read-row.js';
import { readVcards } from './read-vcards.js';

/** The owner's preferences that decide how a file is read. */
export type FilePreferences = Pick<UserPrincipal['preferences'], 'currency' | 'locale'>;

/** A file, and options for parsing it. */
export type FileRequest = Pick<ImportContactsRequest, 'format' | 'mapping' | 'content' | 'preview' | 'decimalSign'>;

/** A parsed file. */
export interface ImportedFile {
  /** Rows, each usable or refused. */
  readonly rows: readonly ReadRow[];
  /** Decimal separator of ambiguous amounts; null in a file without amounts, or when it cannot be determined. */
  readonly decimalSign: DecimalSign | null;
  /** Columns of a CSV file, from the left. */
  readonly columns: ImportedColumn[];
}

/** Parses a file. Throws `invalid_input` for one that does not match its format. */
export async function readFile({ currency, locale }: FilePreferences, request: FileRequest): Promise<ImportedFile> {
  const yieldToEventLoop = createEventLoopYield();
  const askedSign = readSign(request.decimalSign ?? null);
  const texts: RowText[] = [];
  let listed = 0;
  const evidentSigns = new Set<DecimalSign>();
  const columns: ImportedColumn[] = [];
  for await (const text of readRows(request, yieldToEventLoop, columns)) {
    if (texts.length === ROWS_MAX) throw invalidInput('content', `must have at most ${ROWS_MAX} rows.`);
    listed += text.handles.length + text.tags.length;
    if (listed > LISTED_MAX)
      throw invalidInput(
        'content',
        `must have at most ${LISTED_MAX} handles and tags. Send the rows in several files.`,
      );
    texts.push(text);
    const sign = evidentSign(text.revenue);
    if (sign !== null) evidentSigns.add(sign);
    await yieldToEventLoop();
  }
  const hasAmounts = texts.some(({ revenue }) => revenue.trim() !== '');
  const decimalSign = hasAmounts ? chooseDecimalSign(evidentSigns, askedSign, locale) : null;
  const rows: ReadRow[] = [];
  for (const [at, text] of texts.entries()) {
    rows.push(readRow(text, { currency, decimalSign }));
    // Drops the text once parsed, so that each row is in memory only once.
    texts[at] = NO_TEXT;
    await yieldToEventLoop();
  }
  return { rows, decimalSign, columns };
}

function readSign(text: string | null): DecimalSign | null {
  if (text === null || text === '.' || text === ',') return text;
  throw invalidInput('decimalSign', 'must be a point or a comma.');
}

function readRows(
  request: FileRequest,
  yieldToEventLoop: YieldToEventLoop,
  columns: ImportedColumn[],
): AsyncIterable<RowText> {
  const { format, mapping, content, preview } = request;
  const text = decodeText(content, yieldToEventLoop);
  if (format === 'vcard') return readVcards(text);
  if (format === 'csv') {
    return readCsv(text, { mapping, mayBeUnknown: preview, onColumns: (read) => columns.push(...read) });
  }
  throw invalidInput('format', 'must be csv or vcard.');
}
