import type { Output } from '../api/operations.js';
import { ChoiceField } from '../ui/fields/field.js';
import { COLUMN_FIELDS, type ImportInput, type Mapping } from './import-file.js';

interface ImportQuestionsProps {
  readonly columns: Output<'contacts.import'>['columns'];
  readonly mapping: Mapping;
  readonly onMapping: (mapping: Mapping) => void;
  readonly decimalSign: ImportInput['decimalSign'];
  readonly onDecimalSign: (sign: ImportInput['decimalSign']) => void;
}

/** Questions about a file that only the user can answer: unknown columns, and the format of amounts. */
export function ImportQuestions({ columns, mapping, onMapping, decimalSign, onDecimalSign }: ImportQuestionsProps) {
  const headings = askedHeadings(columns, mapping);
  const hasAmounts = columns.some(({ field }) => field === 'revenue');
  if (headings.length === 0 && !hasAmounts) return null;
  const choose = (heading: string, value: string): void => {
    const { [heading]: _before, ...others } = mapping;
    const field = COLUMN_FIELDS.find(([known]) => known === value)?.[0];
    onMapping(field === undefined ? others : { ...others, [heading]: field });
  };
  return (
    <section aria-label="Questions about the file" className="rounded-md border border-line bg-surface p-4">
      {headings.length > 0 && (
        <p className="mb-3 text-soft">
          {headings.length === 1 ? "This column wasn't recognized" : "These columns weren't recognized"}. Unanswered
          columns are skipped.
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {headings.map((heading) => (
          <ChoiceField
            key={heading}
            label={heading}
            className="[overflow-wrap:anywhere]"
            value={mapping[heading] ?? ''}
            onChange={(value) => choose(heading, value)}
            choices={[['', 'Contents'], ...COLUMN_FIELDS]}
          />
        ))}
        {hasAmounts && (
          <ChoiceField
            label="Decimal separator"
            value={decimalSign ?? ''}
            onChange={(value) => onDecimalSign(value === '.' || value === ',' ? value : undefined)}
            choices={[
              ...(decimalSign === undefined ? [['', 'Choose one'] as const] : []),
              ['.', 'A point: 1,234.50'],
              [',', 'A comma: 1.234,50'],
            ]}
          />
        )}
      </div>
    </section>
  );
}

/** Each unclear heading once, including answered ones, in the file's order. */
function askedHeadings(columns: ImportQuestionsProps['columns'], mapping: Mapping): string[] {
  const asked = columns.filter(({ heading, field }) => field === null || Object.hasOwn(mapping, heading));
  // A heading without letters and digits cannot be named.
  return [...new Set(asked.map(({ heading }) => heading))].filter((heading) => /[\p{L}\p{N}]/u.test(heading));
}
