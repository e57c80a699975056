import { labelOf } from '@svc/operations/schemas/field-label';
import type { ShownApproval } from '../../approvals/change-texts.js';
import { useFormats } from '../../shell/account.js';
import { TextField } from '../../ui/fields/field.js';
import { RecordForm } from '../../ui/fields/record-form.js';
import { textOf } from '../../ui/parsing/form-text.js';
import { parseNumber } from '../../ui/parsing/read-number.js';
import { showHidden } from '../show-hidden.js';

type Sent = NonNullable<ShownApproval['input']>;

/** A value that can be edited on one line. */
interface EditableField {
  readonly name: string;
  readonly value: string | number;
}

/** Maximum length of a single-line text field. */
const TEXT_MAX = 500;

/** The editable fields of a call: single-line texts and numbers, but not its records. */
export function editableFields({ input, destructive }: ShownApproval): EditableField[] {
  if (destructive) return [];
  return Object.entries(input ?? {}).flatMap(([name, value]) => {
    const isText = typeof value === 'string' && value.length <= TEXT_MAX && !value.includes('\n');
    if (/Ids?$/.test(name) || !(isText || typeof value === 'number')) return [];
    return [{ name, value }];
  });
}

/** The whole input, with the edits. An invalid number is sent unchanged, so that the API explains it. */
function inputWith(input: Sent, fields: readonly EditableField[], form: FormData, decimalMark: string): Sent {
  const typed = fields.map(({ name, value }) => {
    const text = textOf(form, name).trim();
    const number = typeof value === 'number' && text !== '' ? numberIn(text, decimalMark) : undefined;
    return [name, number ?? text] as const;
  });
  return { ...input, ...Object.fromEntries(typed) };
}

/** Parses a number in plain digits, as received, or in the user's format. */
function numberIn(text: string, decimalMark: string): number | undefined {
  const number = Number(text);
  if (Number.isFinite(number)) return number;
  const parsed = parseNumber(text, { mark: decimalMark });
  return 'value' in parsed ? parsed.value : undefined;
}

interface EditApprovalProps {
  readonly input: Sent;
  readonly fields: readonly EditableField[];
  readonly approve: (input: Sent) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** Fields for the copilot's input. */
export function EditApproval({ input, fields, approve, onCancel }: EditApprovalProps) {
  const { decimalMark } = useFormats();
  const pathOf = ({ name }: EditableField): string => `input.${name}`;
  return (
    <RecordForm
      action="Approve as changed"
      fields={fields.map(pathOf)}
      submit={(form) => approve(inputWith(input, fields, form, decimalMark()))}
      onCancel={onCancel}
    >
      {(errorAt) =>
        fields.map((field) => (
          <TextField
            key={field.name}
            label={showHidden(labelOf(field.name))}
            name={field.name}
            defaultValue={String(field.value)}
            autoComplete="off"
            error={errorAt(pathOf(field))}
          />
        ))
      }
    </RecordForm>
  );
}
