import { type AppError, appError } from '@svc/chassis/errors/app-error';

/** Maximum values in one form; no page or client sends a tenth of it. */
const VALUES_MAX = 100;

/** A form's fields; a repeated field is a list. */
export type FormFields = Readonly<Record<string, string | string[]>>;

/** Parses a form's text in one pass. Throws VALIDATION_ERROR for too many fields. */
export function parseForm(text: string): FormFields {
  const fields = new Map<string, string | string[]>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > VALUES_MAX) throw tooMany();
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    else if (typeof before === 'string') fields.set(name, [before, value]);
    else before.push(value);
  }
  return Object.fromEntries(fields);
}

function tooMany(): AppError {
  const message = `The form has more than ${VALUES_MAX} fields. Send fewer.`;
  return appError('VALIDATION_ERROR', message, { details: [{ path: '', message }] });
}
