import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { labelOf } from '../schemas/field-label.js';
import { ExternalEntity } from '../schemas/external-share.js';

export const listExternalShareFields = defineOperation({
  name: 'external_shares.fields',
  summary: 'List what a link for people outside can show of a kind of records',
  tier: 0,
  http: { method: 'GET', path: '/shares/external/fields' },
  input: z.strictObject({ entityType: ExternalEntity }),
  output: z.object({
    items: z.array(
      z.object({
        key: z.string().describe('Its name in `visibleFields`.'),
        label: z.string(),
        byDefault: z.boolean().describe('Shown unless you choose: no money, no notes and no contact data are.'),
      }),
    ),
  }),
  run: async (input, { clients }) => {
    const { fields } = await clients.externalShares.listVisibleFields(input);
    return { items: fields.map((field) => ({ ...field, label: labelOf(field.key) })) };
  },
});
