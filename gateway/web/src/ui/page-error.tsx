import { describeError, isGone } from '../api/api-error.js';
import { NotFoundPage } from '../shell/not-found-page.js';
import { Notice } from './notice.js';

/** Replaces content that failed to load. */
export function PageError({ error }: { readonly error: unknown }) {
  if (isGone(error)) return <NotFoundPage />;
  return <Notice tone="bad">{describeError(error)}</Notice>;
}
