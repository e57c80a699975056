import { Id, text, verbatim } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

/** Maximum file size in bytes; the whole request fits into one gRPC message. */
const FILE_BYTES_MAX = 7_000_000;
const BASE64_MAX = Math.ceil(FILE_BYTES_MAX / 3) * 4;
const TOO_LARGE = `is too large: send at most ${FILE_BYTES_MAX} bytes.`;

/** Fields that a column can map to; platform columns hold handles. */
const ColumnField = z.enum([
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'handles',
  'tags',
  'notes',
  'revenue',
  'currency',
  'youtube',
  'tiktok',
  'instagram',
  'x',
  'facebook',
  'twitch',
  'ignore',
]);

const DecimalSign = z.enum(['.', ',']);

/** Input of an import: a file as text or base64, and its options. */
export const contactImportFields = {
  format: z.enum(['csv', 'vcard']),
  content: verbatim(FILE_BYTES_MAX)
    .min(1)
    .refine((content) => Buffer.byteLength(content) <= FILE_BYTES_MAX, TOO_LARGE)
    .optional()
    .describe('The file as text.'),
  contentBase64: verbatim(BASE64_MAX)
    .min(1)
    .refine(isBase64, 'must be base64.')
    .refine((content) => Buffer.byteLength(content, 'base64') <= FILE_BYTES_MAX, TOO_LARGE)
    .optional()
    .describe('The original file: UTF-8, UTF-16 or Windows-1252.'),
  preview: z.boolean().default(false).describe('Only report what the import would do.'),
  decimalSign: DecimalSign.optional().describe(
    'Decimal separator of amounts that are ambiguous in the file; by default that of your locale.',
  ),
  mapping: z
    .record(text(200), ColumnField)
    .default({})
    .describe('Fields of CSV columns whose headings are not recognized, by heading.'),
};

/** Returns the bytes of an import's file. */
export function fileOf({
  content,
  contentBase64,
}: {
  content?: string | undefined;
  contentBase64?: string | undefined;
}) {
  return contentBase64 === undefined ? Buffer.from(content ?? '') : Buffer.from(contentBase64, 'base64');
}

export const ContactImport = z
  .object({
    preview: z.boolean(),
    decimalSign: DecimalSign.nullable().describe(
      'Decimal separator used for ambiguous amounts; null without amounts, or when it cannot be determined.',
    ),
    summary: z.object({
      rows: z.int(),
      toCreate: z.int(),
      toUpdate: z.int().describe('Existing records whose missing fields are filled in.'),
      duplicates: z.int().describe('Rows that repeat an existing record or an earlier row of the file.'),
      invalid: z.int(),
    }),
    columns: z
      .array(
        z.object({
          heading: z.string(),
          field: z
            .string()
            .nullable()
            .describe('Field it maps to; null when its heading is not recognized: add it to `mapping`.'),
        }),
      )
      .describe('Columns of a CSV file, from the left; empty for a vCard.'),
    items: z
      .array(
        z.object({
          row: z.int(),
          action: z.enum(['create', 'match', 'invalid']),
          contactId: Id.nullable(),
          matchedOn: z.enum(['email', 'phone', 'handle', 'name']).nullable(),
          name: z.string().nullable(),
          email: z.string().nullable(),
          phone: z.string().nullable(),
          company: z.string().nullable(),
          handles: z.array(z.object({ platform: z.string(), handle: z.string(), url: z.string().nullable() })),
          tags: z.array(z.string()),
          notes: z.string().nullable().describe('First 200 characters.'),
          revenue: z.number().nullable(),
          currency: z.string().nullable(),
          messages: z.array(z.string()).describe('Values that cannot be used, and why.'),
        }),
      )
      .describe('The first 200 rows.'),
  })
  .meta({ id: 'ContactImport' });

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}
