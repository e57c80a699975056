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
    .describe('The file as it is: UTF-8, UTF-16 or Windows-1252.'),
  preview: z.boolean().default(false).describe('Only say what the import would do.'),
  decimalSign: DecimalSign.optional().describe(
    'What parts the decimals of amounts, where no amount of the file tells; without it that of your locale.',
  ),
  mapping: z
    .record(text(200), ColumnField)
    .default({})
    .describe('Headings of a CSV file that do not say what their column holds, and what it does.'),
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
      'Decimal separator of ambiguous amounts; null without amounts, and where it cannot be determined.',
    ),
    summary: z.object({
      rows: z.int(),
      toCreate: z.int(),
      toUpdate: z.int().describe('Existing records that get the fields they lack.'),
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
            .describe('What it is read as; null when its heading does not say: name it in `mapping`.'),
        }),
      )
      .describe('Columns of a CSV file, from the left; none of a vCard.'),
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
          notes: z.string().nullable().describe('Their first 200 characters.'),
          revenue: z.number().nullable(),
          currency: z.string().nullable(),
          messages: z.array(z.string()).describe('What cannot be used, and why.'),
        }),
      )
      .describe('The first 200 rows.'),
  })
  .meta({ id: 'ContactImport' });

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}
