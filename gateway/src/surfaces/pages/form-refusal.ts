import type { AppError } from '@svc/chassis/errors/app-error';

/** Why a form was refused: at its fields, or above it. */
export interface Refusal {
  readonly problem?: string;
  /** By the name of the field. */
  readonly problems?: FieldProblems;
}

export type FieldProblems = Readonly<Record<string, string>>;

/** Bounds of a new password, which the forms name. */
const PASSWORD_LENGTH_MIN = 8;

/**
 * Describes why the form with these values was refused, at its fields if the error names only those, in the words of the app. The server checks what
 * browsers could, because their messages are in other words, one at a time, and cover the page.
 */
export function describeRefusal({ message, details }: Pick<AppError, 'message' | 'details'>, values: object): Refusal {
  const typed = new Map<string, unknown>(Object.entries(values));
  if (details.length === 0 || details.some(({ path }) => !typed.has(path))) return { problem: message };
  return {
    problems: Object.fromEntries(
      details.map((detail) => [detail.path, describeDetail(detail, typed.get(detail.path))]),
    ),
  };
}

function describeDetail({ path, message }: AppError['details'][number], value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') return 'This field is required.';
  if (path === 'email') return 'Enter an email address, like name@example.com.';
  const isPassword = path === 'password' || path === 'newPassword';
  if (isPassword && value.length < PASSWORD_LENGTH_MIN) return `Use at least ${PASSWORD_LENGTH_MIN} characters.`;
  const text = message.replace(/^`[^`]+` /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
