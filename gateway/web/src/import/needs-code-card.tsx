import { useState } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import type { Input, Output } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { Notice } from '../ui/notice.js';
import { WHY_NO_DEAL } from './why-no-deal.js';

type Result = Output<'deals.bulk_add_view_checks'>;
type Group = Result['needsPromoCode'][number];
type Collection = NonNullable<Input<'deals.bulk_add_view_checks'>['collections']>[number];

interface Detail {
  readonly label: string;
  readonly type: 'text' | 'number' | 'url';
  readonly hint?: string;
}

/** Fields that a group may want, as the API names them. */
const DETAILS: Readonly<Record<string, Detail>> = {
  promoCode: { label: 'Promo code', type: 'text' },
  name: { label: 'Deal name', type: 'text' },
  price: { label: 'Price', type: 'number', hint: 'In your currency.' },
  viewsTarget: { label: 'View target', type: 'number' },
  promoLink: { label: 'Promo link', type: 'url', hint: 'Starts with https://' },
  contact: { label: 'Contact', type: 'text' },
  notes: { label: 'Notes', type: 'text' },
};

/** A group that the import could not place: what it lacks is typed here, and it is sent again. */
export function NeedsCodeCard({
  group,
  onMended,
}: {
  readonly group: Group;
  readonly onMended: (answer: Result) => void;
}) {
  const [problem, setProblem] = useState<string>();
  const importing = useChange('deals.bulk_add_view_checks');
  const { urls, name, reason, requiredFields, optionalFields, nextAction } = group;

  const send = async (form: FormData): Promise<void> => {
    setProblem(undefined);
    const { postDate, collections } = nextAction.retryParams;
    const typed = readDetails(form, [...requiredFields, ...optionalFields]);
    try {
      const answer = await importing.mutateAsync({
        input: { postDate, collections: collections.map((each) => ({ ...each, ...typed })) },
      });
      const [open] = answer.needsPromoCode;
      if (open) setProblem(WHY_NO_DEAL[open.reason]);
      else onMended(answer);
    } catch (error) {
      setProblem(isApiError(error) ? describeError(error) : "That didn't work. Try again.");
    }
  };

  return (
    <article className="rounded-md border border-warn bg-surface p-3">
      <h2 className="font-medium [overflow-wrap:anywhere]">
        {name === null ? urls.length === 1 ? '1 link' : `${urls.length} links` : <bdi>{name}</bdi>}
      </h2>
      <p className="mb-3">{WHY_NO_DEAL[reason]}</p>
      <form
        className="grid gap-3 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          void send(new FormData(event.currentTarget));
        }}
      >
        {requiredFields.map((field) => (
          <DetailField key={field} field={field} isRequired />
        ))}
        {optionalFields.length > 0 && (
          <details className="col-span-full">
            <summary className="cursor-pointer py-1 text-soft">Deal details</summary>
            <div className="mt-2 grid gap-3 sm:grid-cols-2">
              {optionalFields.map((field) => (
                <DetailField key={field} field={field} isRequired={false} />
              ))}
            </div>
          </details>
        )}
        {problem !== undefined && (
          <div className="col-span-full">
            <Notice tone="bad">{problem}</Notice>
          </div>
        )}
        <div className="col-span-full">
          <Button kind="primary" type="submit" disabled={importing.isPending}>
            {importing.isPending ? 'Adding…' : urls.length === 1 ? 'Add video' : `Add ${urls.length} videos`}
          </Button>
        </div>
      </form>
    </article>
  );
}

function DetailField({ field, isRequired }: { readonly field: string; readonly isRequired: boolean }) {
  const detail = DETAILS[field];
  if (!detail) return null;
  const { label, type, hint } = detail;
  return (
    <TextField
      label={isRequired ? label : `${label} (optional)`}
      name={field}
      type={type}
      required={isRequired}
      hint={hint}
      autoComplete="off"
      {...(type === 'number' && { step: 'any', min: 0 })}
    />
  );
}

/** What was typed, numbers as such, and nothing for what was left empty. */
function readDetails(form: FormData, fields: readonly string[]): Partial<Collection> {
  const typed = fields.map((field) => [field, textOf(form, field).trim()] as const);
  const given = typed.filter(([, text]) => text !== '');
  return Object.fromEntries(
    given.map(([field, text]) => [field, DETAILS[field]?.type === 'number' ? Number(text) : text]),
  );
}
