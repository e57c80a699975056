import { Link } from '@tanstack/react-router';
import { useFormats } from '../shell/account.js';
import { Chip } from '../ui/chip.js';
import { LINK_CLASS, type Overview, ownOnly, Section } from './overview-parts.js';

type Risk = Overview['atRisk'];
type Reason = Risk['deals'][number]['reasons'][number];

const REASONS: readonly { readonly reason: Reason; readonly label: string; readonly search: object }[] = [
  { reason: 'behindTarget', label: 'Behind pace', search: { behindTarget: true, status: 'active' } },
  { reason: 'overdueChecks', label: 'Overdue', search: { overdue: true } },
  { reason: 'unpaid', label: 'Unpaid', search: { unpaid: true } },
];

const LABELS = new Map(REASONS.map(({ reason, label }) => [reason, label]));

/** Deals that need attention: the number for each reason, linked to its list, and those with most reasons. */
export function AtRisk({ atRisk, isShared }: { readonly atRisk: Risk; readonly isShared: boolean }) {
  const { count } = useFormats();
  const more = atRisk.count - atRisk.deals.length;
  return (
    <Section title="At risk">
      <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1">
        {REASONS.map(({ reason, label, search }) => (
          <li key={reason}>
            <Link
              to="/deals"
              search={{ ...search, ...ownOnly(isShared) }}
              className={`inline-flex min-h-7 items-center text-lg tabular-nums pointer-coarse:min-h-11 ${LINK_CLASS}`}
            >
              {count(atRisk[reason])} <span className="ml-1.5 text-base">{label.toLowerCase()}</span>
            </Link>
          </li>
        ))}
      </ul>
      {atRisk.count === 0 && <p className="text-soft">Every deal is on track.</p>}
      <ul>
        {atRisk.deals.map(({ dealId, name, reasons }) => (
          <li
            key={dealId}
            className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line py-1 pointer-coarse:min-h-11"
          >
            <Link to="/deals/$dealId" params={{ dealId }} className={`min-w-0 [overflow-wrap:anywhere] ${LINK_CLASS}`}>
              <bdi>{name}</bdi>
            </Link>
            <span className="flex flex-wrap gap-1">
              {reasons.map((reason) => (
                <Chip key={reason} tone="warn">
                  {LABELS.get(reason)}
                </Chip>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2 text-soft">
          {count(more)} more {more === 1 ? 'deal' : 'deals'}
        </p>
      )}
    </Section>
  );
}
