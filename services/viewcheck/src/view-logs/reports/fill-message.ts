import { invalidInput } from '@svc/chassis/errors/app-error';

/** The values of a message's placeholders. */
export interface MessageValues {
  readonly deal: string;
  readonly code: string;
  readonly contact: string;
  readonly views: string;
}

/** A filled message, and its placeholders that have no value or an empty one. */
export interface FilledMessage {
  readonly text: string;
  /** In the message's order without duplicates, like the next list. */
  readonly unknownPlaceholders: string[];
  readonly emptyPlaceholders: string[];
}

/** Letters and digits in braces, with spaces, `_`, `-` and `.` between them: what readers recognize as a placeholder. */
const PLACEHOLDER = /\{(?<name>[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,63})\}/gu;

/** Maximum length of a filled message, far below that of a response. */
export const MESSAGE_LENGTH_MAX = 1_000_000;

/**
 * Returns the message with its placeholders filled. Unknown ones are kept, and values are not filled again. Throws VALIDATION_ERROR for a message
 * that would be too long.
 */
export function fillMessage(message: string, values: MessageValues): FilledMessage {
  const known = new Map<string, string>(Object.entries(values));
  const unknown = new Set<string>();
  const empty = new Set<string>();
  const parts: string[] = [];
  let length = 0;
  let end = 0;
  const add = (part: string): void => {
    length += part.length;
    if (length > MESSAGE_LENGTH_MAX) throw tooLong();
    parts.push(part);
  };
  for (const match of message.matchAll(PLACEHOLDER)) {
    const [placeholder] = match;
    const value = known.get(match.groups?.['name'] ?? '');
    if (value === undefined) unknown.add(placeholder);
    if (value === '') empty.add(placeholder);
    add(message.slice(end, match.index));
    add(value ?? placeholder);
    end = match.index + placeholder.length;
  }
  add(message.slice(end));
  return { text: parts.join(''), unknownPlaceholders: [...unknown], emptyPlaceholders: [...empty] };
}

function tooLong() {
  const max = MESSAGE_LENGTH_MAX.toLocaleString('en-US');
  return invalidInput(
    'templateId',
    `must have at most ${max} characters once it is filled. Write {views} once, or choose fewer days.`,
  );
}
