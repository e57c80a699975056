/** A contact and an influencer to filter deals by; null disables a filter. */
interface People {
  readonly contactId: string | null;
  readonly influencerId: string | null;
}

/** Conditions for rows whose deals have these people; `parameter` takes a value and returns its placeholder. */
export function dealsWith(
  { contactId, influencerId }: People,
  dealId: string,
  parameter: (value: unknown) => string,
): string[] {
  const conditions: string[] = [];
  const isWith = (column: string, id: string): string =>
    `${dealId} = any (array(select w.id from deal.deals w where w.${column} = ${parameter(id)}::uuid))`;
  if (contactId !== null) conditions.push(isWith('contact_id', contactId));
  if (influencerId !== null) conditions.push(isWith('influencer_id', influencerId));
  return conditions;
}
