import { type AppError, appError } from '@svc/chassis/errors/app-error';
import type { TargetProblem } from '@svc/chassis/outbound/target-guard';
import { shortenerError } from '../error-codes.js';

const TARGET_MESSAGES = {
  too_long: 'The target has more than 8192 characters. Shorten it.',
  control_characters: 'The target contains control characters. Remove them.',
  scheme: 'The target must begin with http:// or https://.',
  malformed: 'The target must be a full web address, such as https://example.com/page.',
  credentials: 'The target contains a user name or password. Remove them.',
  own_host: 'The target is a page of this service, so the link would lead back to itself. Send another one.',
  not_public: 'The target is in a private or local network. Send a public one.',
  reserved_name: 'The host of the target ends in a name reserved for examples and tests. Check its spelling.',
  no_domain: 'The target must have a full domain name, such as https://example.com/page.',
} as const satisfies Record<TargetProblem, string>;

/** `invalid_target_url`, with the reason. */
export function invalidTarget(problem: TargetProblem): AppError {
  const message = TARGET_MESSAGES[problem];
  return shortenerError('invalid_target_url', message, { details: [{ path: 'url', message }] });
}

/** `invalid_slug`: the text is not a valid short id. */
export function invalidSlug(): AppError {
  const message =
    'A slug must have 3 to 64 letters, digits, hyphens and underscores, and begin with a letter or digit.';
  return shortenerError('invalid_slug', message, { details: [{ path: 'slug', message }] });
}

/** NOT_FOUND: the same for unknown links and for links hidden from the caller. */
export function linkNotFound(): AppError {
  return appError('NOT_FOUND', 'There is no such short link, or it is not yours.');
}

/** NOT_FOUND for actions that anyone may take on any link. */
export function noSuchLink(): AppError {
  return appError('NOT_FOUND', 'There is no such short link.');
}

/** `auth_required_for_customization`: only registered agents and signed-in users may do this. */
export function authRequired(what: string): AppError {
  return shortenerError(
    'auth_required_for_customization',
    `${what} needs a registered agent: sign in with the device flow. Plain links to URLs need none.`,
  );
}
