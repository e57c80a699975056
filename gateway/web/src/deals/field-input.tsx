import { TextArea, TextField } from '../ui/field.js';
import { FIELD_NAMES } from './deal-texts.js';
import type { TextFieldName } from './editable-fields.js';
import { BrandField, PlatformField } from './used-texts.js';

interface FieldInputProps {
  readonly name: TextFieldName;
  readonly text: string;
  readonly error: string | undefined;
  readonly isFirst: boolean;
  readonly onText: (text: string) => void;
}

const OPTIONS: Readonly<Partial<Record<TextFieldName, object>>> = {
  name: { required: true, maxLength: 200 },
  promoCode: { maxLength: 64 },
  promoLink: { type: 'url', maxLength: 2_000 },
  price: { type: 'number', min: 0, step: '0.01' },
  currency: { maxLength: 3, hint: 'For example, USD or EUR.' },
  viewsTarget: { type: 'number', min: 0, step: 1 },
  postDate: { type: 'date' },
  tags: { hint: 'Separate with commas.' },
  viewCheckDays: { hint: 'Days after posting, for example 1, 7, 30.', pattern: '[0-9, ]+' },
};

/** The control of one field of a deal. */
export function FieldInput({ name, text, error, isFirst, onText }: FieldInputProps) {
  const shared = { label: FIELD_NAMES[name], name, error, autoFocus: isFirst };
  if (name === 'brand') return <BrandField {...shared} text={text} onText={onText} />;
  if (name === 'platform') return <PlatformField {...shared} text={text} onText={onText} />;
  if (name === 'notes') {
    return (
      <TextArea
        {...shared}
        rows={6}
        maxLength={10_000}
        defaultValue={text}
        hint={<span className="pointer-coarse:hidden">Press Ctrl Enter to save.</span>}
      />
    );
  }
  return <TextField {...shared} autoComplete="off" defaultValue={text} {...OPTIONS[name]} />;
}
