import type { Input } from '../api/operations.js';

export type ImportInput = Input<'contacts.import'>;
export type Mapping = NonNullable<ImportInput['mapping']>;
type ColumnField = Mapping[string];

/** The API's limit. */
const FILE_BYTES_MAX = 7_000_000;

export interface ImportFile {
  /** Distinguishes file selections, even of the same file. */
  readonly id: number;
  readonly name: string;
  readonly format: ImportInput['format'];
  readonly contentBase64: string;
}

let files = 0;

/** Reads a file unchanged, because the server detects its encoding. Throws an error with a sentence for users. */
export async function readImportFile(file: File): Promise<ImportFile> {
  if (file.size > FILE_BYTES_MAX) throw new Error('The file is larger than 7 MB. Split it into parts.');
  if (file.size === 0) throw new Error('The file is empty.');
  const format = /\.(?:vcf|vcard)$/i.test(file.name) || /vcard/i.test(file.type) ? 'vcard' : 'csv';
  files += 1;
  return { id: files, name: file.name, format, contentBase64: await readBase64(file) };
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve(url.slice(url.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(new Error("Couldn't read the file.")));
    reader.readAsDataURL(file);
  });
}

/** Labels of a column's possible contents. */
export const COLUMN_FIELDS: readonly (readonly [ColumnField, string])[] = [
  ['ignore', 'Skip this column'],
  ['name', 'Name'],
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['company', 'Company'],
  ['handles', 'Accounts (any platform)'],
  ['youtube', 'YouTube'],
  ['tiktok', 'TikTok'],
  ['instagram', 'Instagram'],
  ['x', 'X'],
  ['facebook', 'Facebook'],
  ['twitch', 'Twitch'],
  ['tags', 'Tags'],
  ['notes', 'Notes'],
  ['revenue', 'Revenue'],
  ['currency', 'Currency'],
];
