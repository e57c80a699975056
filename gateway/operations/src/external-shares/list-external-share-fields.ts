import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ExternalEntity } from '../schemas/external-share.js';
import { labelOf } from '../schemas/field-label.js';

export const listExternalShareFields = defineOperation({
  name: 'external_shares.fields',
  summary: 'List the fields a shared link to a record type can show',
  tier: 0,
  http: { method: 'GET', path: '/shares/external/fields' },
  input: z.strictObject({ entityType: ExternalEntity }),
  output: z.object({
    items: z.array(
      z.object({
        key: z.string().describe('Name in `visibleFields`.'),
        label: z.string(),
        byDefault: z.boolean().describe('Whether it is shown by default; money, notes and contact details are not.'),
      }),
    ),
  }),
  run: async (input, { clients }) => {
    const { fields } = await clients.externalShares.listVisibleFields(input);
    return { items: fields.map((field) => ({ ...field, label: labelOf(field.key) })) };
  },
});
