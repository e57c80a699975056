import { CalendarDate, clearable, Id, present, verbatim, WebUrl } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { DealStatus, PASTED_URL_MAX } from './deal.js';
import { Money, ViewCount } from './scalars.js';

const FOR_NEW = 'Only for a new deal.';

const details = {
  price: Money.nullable().optional().describe(FOR_NEW),
  viewsTarget: ViewCount.max(1_000_000_000_000).nullable().optional().describe(FOR_NEW),
  promoLink: WebUrl.nullable().optional().describe(FOR_NEW),
  contact: clearable(200).optional().describe(FOR_NEW),
  notes: clearable(10_000).optional().describe(FOR_NEW),
};

export const BulkImportInput = z.strictObject({
  postDate: CalendarDate.describe('Date the videos were posted.'),
  collections: z
    .array(
      z.strictObject({
        // A link over the limit rejects the request; a malformed one is reported as invalid and the rest is imported.
        urls: z.array(z.string().trim().max(PASTED_URL_MAX)).min(1).max(2_000),
        promoCode: clearable(64).optional(),
        name: clearable(200).optional().describe(FOR_NEW),
        ...details,
        dealDetails: z.strictObject(details).nullable().optional(),
      }),
    )
    .max(500)
    .optional(),
  linksText: verbatim(1_000_000)
    .optional()
    .describe(
      'Pasted text: links, labels above them, `CODE: X` lines, or rows of a spreadsheet; blank lines separate people or groups.',
    ),
});

/** Callers send these values back unchanged, so unset fields are absent instead of null. */
const RetryParams = z.object({
  postDate: CalendarDate,
  collections: z.array(
    z.object({
      urls: z.array(z.string()),
      name: present(z.string()),
      price: present(z.number()),
      viewsTarget: present(z.int()),
      promoLink: present(z.string()),
      contact: present(z.string()),
      notes: present(z.string()),
    }),
  ),
});

const Line = z.int().min(1).describe('Line in `linksText`, from 1; absent for `collections`.');

/** Result of an import; `idOfNew` is the schema of the ids of new records. */
function resultWith<IdOfNew extends z.ZodType>(idOfNew: IdOfNew) {
  return z.object({
    summary: z.object({
      groups: z.int(),
      videosAdded: z.int(),
      videosAlreadyPresent: z.int(),
      dealsCreated: z.int(),
      dealsReused: z.int(),
      needsPromoCode: z.int(),
      duplicatesSkipped: z.int().describe('Links to a video already in the same deal or group of this request.'),
    }),
    deals: z.array(
      z.object({
        dealId: idOfNew,
        name: z.string(),
        promoCode: z.string().nullable(),
        created: z.boolean(),
        status: present(DealStatus).describe('`active`, because imports use only active deals.'),
        suggestedCodes: present(z.array(z.string())).describe(
          'Other promo codes that the text seems to contain for these links, which led to this deal. Send one as promoCode if the links belong to another deal.',
        ),
        videos: z.array(
          z.object({
            videoId: idOfNew,
            url: z.string(),
            originalUrl: present(z.string()).describe('The link as sent in this request.'),
            status: z.enum(['added', 'already_present']),
          }),
        ),
      }),
    ),
    needsPromoCode: z.array(
      z.object({
        groupIndex: z.int(),
        urls: z.array(z.string()),
        name: z.string().nullable(),
        reason: z.enum(['no_match', 'team_shared_match', 'ambiguous_match']),
        requiredFields: z.array(z.string()),
        optionalFields: z.array(z.string()),
        prompt: z.string(),
        suggestedCode: present(z.string()).describe(
          'Promo code that the text seems to contain, as in `use code X`, or that an active deal of yours with this name has. A guess to be confirmed.',
        ),
        suggestedName: present(z.string()).describe('The name without that code.'),
        suggestedDealName: present(z.string()).describe('Your active deal that has that code.'),
        nextAction: z.object({ operation: z.string(), retryParams: RetryParams }),
      }),
    ),
    invalid: z.array(
      z.object({ groupIndex: z.int(), url: z.string().nullable(), message: z.string(), line: present(Line) }),
    ),
    remainingLines: z
      .array(z.object({ groupIndex: z.int(), firstLine: z.int(), lastLine: z.int() }))
      .describe(
        'Lines of `linksText`, from 1, left to be corrected: groups in needsPromoCode, and links in invalid with the labels and codes of their group. Lines end at \\r\\n, \\n, \\r, \\v, \\f, U+0085, U+2028 and U+2029.',
      ),
    headingLines: z
      .array(z.int())
      .describe(
        'Lines of `linksText` that name the columns of the spreadsheet rows below them, up to a blank line. Keep one above each remaining row.',
      ),
    unknownSites: z
      .array(z.object({ groupIndex: z.int(), url: z.string(), line: present(Line) }))
      .describe('Links to sites not known for videos. They are treated as videos anyway.'),
  });
}

export const BulkImportResult = resultWith(Id).meta({ id: 'BulkImportResult' });

export const BulkImportPreview = resultWith(
  Id.nullable().describe('Null where the import would create or add the record.'),
).meta({ id: 'BulkImportPreview' });

/** Maximum size of an import request, in bytes. */
export const IMPORT_BYTES_MAX = 8_388_608;
