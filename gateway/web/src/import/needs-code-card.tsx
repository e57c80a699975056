import { useId, useState } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import { useChange } from '../api/queries.js';
import { Button } from '../ui/button.js';
import { DateField } from '../ui/fields/date-field.js';
import { TextField } from '../ui/fields/field.js';
import { NumberField } from '../ui/fields/number-field.js';
import { leaveWithEscape } from '../ui/leave-with-escape.js';
import { Notice } from '../ui/notice.js';
import { textOf } from '../ui/parsing/form-text.js';
import { FUTURE_POST } from '../videos/future-post.js';
import { PastedLinks } from './import-parts.js';
import { type OpenGroup, titleOf } from './open-group.js';
import type { Collection, ImportState, PlannedText } from './use-import.js';
import { WHY_NO_DEAL } from './why-no-deal.js';

interface Detail {
  readonly label: string;
  readonly type: 'text' | 'count' | 'money' | 'url';
  readonly hint?: string;
}

/** Fields that a group may need, by their API names. */
const DETAILS: Readonly<Record<string, Detail>> = {
  promoCode: { label: 'Promo code', type: 'text' },
  name: { label: 'Deal name', type: 'text' },
  price: { label: 'Price', type: 'money', hint: 'In your currency.' },
  viewsTarget: { label: 'View target', type: 'count' },
  promoLink: { label: 'Promo link', type: 'url', hint: 'Starts with https://' },
  contact: { label: 'Contact', type: 'text' },
  notes: { label: 'Notes', type: 'text' },
};

/** The import's own day; the group keeps the one from its first import. */
const POST_DATE = 'postDate';

/** Initial values of fields, by name. */
type InitialValues = Readonly<Record<string, string | undefined>>;

interface NeedsCodeCardProps {
  readonly group: OpenGroup;
  readonly state: ImportState;
  readonly planned: PlannedText;
}

/** A group that no import can match: the user enters the missing values, which are kept with the group, and adds it. */
export function NeedsCodeCard({ group, state, planned }: NeedsCodeCardProps) {
  const titleId = useId();
  const { problem, isPending, send } = useSolving({ group, state, planned });
  const { urls, requiredFields } = group;
  const initial: InitialValues = { ...suggestedFields(group), ...state.noteOf(group).typed };
  return (
    <article aria-labelledby={titleId} className="rounded-md border border-warn bg-surface p-3">
      <h2 className="font-medium [overflow-wrap:anywhere]">
        <bdi id={titleId}>{titleOf(group)}</bdi>
        <span className="font-normal text-soft">
          {' '}
          {urls.length > 1 && group.name === null ? 'need' : 'needs'} a promo code
        </span>
      </h2>
      <PastedLinks links={urls.map((url) => ({ url }))} />
      <WhyAndOffer group={group} hasSuggestedCode={isSuggested('promoCode', group, initial)} />
      <form
        className="grid gap-3 sm:grid-cols-2"
        onChange={(event) => state.note(group, { typed: readTyped(event.currentTarget) })}
        onSubmit={(event) => {
          event.preventDefault();
          const next = nextField(event.currentTarget);
          void send(new FormData(event.currentTarget)).then((isSolved) => isSolved && next?.focus());
        }}
      >
        {requiredFields.map((field) => (
          <DetailField
            key={field}
            field={field}
            initial={initial[field]}
            isSuggested={isSuggested(field, group, initial) && group.suggestedDealName === undefined}
            isRequired
          />
        ))}
        <DealDetails group={group} state={state} initial={initial} />
        {problem !== undefined && (
          <div className="col-span-full">
            <Notice tone="bad">{problem}</Notice>
          </div>
        )}
        <div className="col-span-full flex flex-wrap gap-2">
          <Button kind="primary" type="submit" disabled={isPending}>
            {isPending ? 'Adding…' : urls.length === 1 ? 'Add video' : `Add ${urls.length} videos`}
          </Button>
          <Button kind="quiet" aria-describedby={titleId} onClick={() => state.dismissGroup(group, planned)}>
            Dismiss
          </Button>
        </div>
      </form>
    </article>
  );
}

interface WhyAndOfferProps extends Pick<NeedsCodeCardProps, 'group'> {
  readonly hasSuggestedCode: boolean;
}

/** Why the links have no deal, and the deal that their text seems to mean, as long as its code is in the field. */
function WhyAndOffer({ group, hasSuggestedCode }: WhyAndOfferProps) {
  const { reason, suggestedCode, suggestedDealName } = group;
  const hasOffer = hasSuggestedCode && suggestedDealName !== undefined;
  return (
    <p className="mt-1 mb-3 [overflow-wrap:anywhere]">
      {!(hasOffer && reason === 'no_match') && WHY_NO_DEAL[reason]}
      {hasOffer && (
        <>
          {' '}
          Add to <bdi className="font-medium">{suggestedDealName}</bdi> (
          <bdi className="font-mono">{suggestedCode}</bdi>)?
        </>
      )}
    </p>
  );
}

interface DealDetailsProps extends Pick<NeedsCodeCardProps, 'group' | 'state'> {
  readonly initial: InitialValues;
}

function DealDetails({ group, state, initial }: DealDetailsProps) {
  return (
    <details className="col-span-full">
      <summary className="cursor-pointer py-1 text-soft">Deal details</summary>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <DateField
          label="Posted on"
          name={POST_DATE}
          required
          value={state.noteOf(group).postDate ?? state.postDate}
          onChange={(postDate) => state.note(group, { postDate })}
          futureHint={FUTURE_POST}
          onKeyDown={leaveWithEscape}
        />
        {group.optionalFields.map((field) => (
          <DetailField key={field} field={field} initial={initial[field]} isRequired={false} />
        ))}
      </div>
    </details>
  );
}

/** The field of the next group to solve. */
function nextField(form: HTMLFormElement): HTMLInputElement | null | undefined {
  return form.closest('article')?.nextElementSibling?.querySelector('input');
}

function useSolving({ group, state, planned }: NeedsCodeCardProps) {
  const [problem, setProblem] = useState<string>();
  const importing = useChange('deals.bulk_add_view_checks');
  const { requiredFields, optionalFields, nextAction } = group;
  /** Returns whether it succeeded. */
  const send = async (form: FormData): Promise<boolean> => {
    if (importing.isPending) return false;
    setProblem(undefined);
    const typed = readDetails(form, [...requiredFields, ...optionalFields]);
    const postDate = textOf(form, POST_DATE) || state.postDate;
    // The name is the field's text: when empty, the deal is named after its code.
    const collections = nextAction.retryParams.collections.map(({ name: _label, ...each }) => ({ ...each, ...typed }));
    try {
      const answer = await importing.mutateAsync({ input: { postDate, collections } });
      const [open] = answer.needsPromoCode;
      if (open) setProblem(WHY_NO_DEAL[open.reason]);
      else state.solve(group, planned, typed.promoCode ?? '', answer);
      return open === undefined;
    } catch (error) {
      setProblem(isApiError(error) ? describeError(error) : "That didn't work. Try again.");
      return false;
    }
  };
  return { problem, isPending: importing.isPending, send };
}

/** Values from the text itself, unconfirmed until the user adds the group. */
function suggestedFields({ suggestedCode, suggestedName, name }: OpenGroup): Record<string, string> {
  const dealName = suggestedCode === undefined ? (name ?? undefined) : suggestedName;
  return { ...(suggestedCode !== undefined && { promoCode: suggestedCode }), ...(dealName && { name: dealName }) };
}

function isSuggested(field: string, { suggestedCode }: OpenGroup, initial: InitialValues): boolean {
  return field === 'promoCode' && suggestedCode !== undefined && initial[field] === suggestedCode;
}

/** The fields' values to keep; the day is kept separately. */
function readTyped(form: HTMLFormElement): Record<string, string> {
  const fields = new FormData(form);
  return Object.fromEntries(
    [...fields.keys()].flatMap((name) => (name === POST_DATE ? [] : [[name, textOf(fields, name)]])),
  );
}

interface DetailFieldProps {
  readonly field: string;
  readonly initial: string | undefined;
  readonly isRequired: boolean;
  /** It comes from the text. */
  readonly isSuggested?: boolean;
}

function DetailField({ field, initial, isRequired, isSuggested = false }: DetailFieldProps) {
  const detail = DETAILS[field];
  if (!detail) return null;
  const { type } = detail;
  const common = {
    label: isRequired ? detail.label : `${detail.label} (optional)`,
    name: field,
    required: isRequired,
    hint: isSuggested ? 'Found in your text. Check it.' : detail.hint,
    onKeyDown: leaveWithEscape,
  };
  if (isNumber(type)) {
    const value = initial === undefined || initial === '' ? null : Number(initial);
    return <NumberField {...common} value={Number.isNaN(value) ? null : value} hasDecimals={type === 'money'} />;
  }
  return <TextField {...common} type={type} defaultValue={initial} autoComplete="off" />;
}

/** The entered values, numbers parsed, empty ones omitted. */
function readDetails(form: FormData, fields: readonly string[]): Partial<Collection> {
  const typed = fields.map((field) => [field, textOf(form, field).trim()] as const);
  const filled = typed.filter(([, text]) => text !== '');
  return Object.fromEntries(
    filled.map(([field, text]) => [field, isNumber(DETAILS[field]?.type) ? Number(text) : text]),
  );
}

function isNumber(type: Detail['type'] | undefined): type is 'count' | 'money' {
  return type === 'count' || type === 'money';
}
