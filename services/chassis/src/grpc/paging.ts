import { invalidInput } from '../errors/app-error.js';

const DEFAULT_LIMIT = 50;
const LIMIT_MAX = 200;

/** The page that a list request asks for. Throws `invalid_input` for negative numbers. */
export function pageOf(request: { readonly pageSize: number; readonly skip: number }): {
  limit: number;
  offset: number;
} {
  if (request.pageSize < 0) throw invalidInput('limit', 'must be 1 or more.');
  if (request.skip < 0) throw invalidInput('offset', 'must be 0 or more.');
  const limit = request.pageSize === 0 ? DEFAULT_LIMIT : Math.min(request.pageSize, LIMIT_MAX);
  return { limit, offset: request.skip };
}
