import { describeError } from '../api/api-error.js';
import { showError } from '../ui/toasts.js';

/** Signs out, with code that loads only then; shows why if that fails. */
export function startSignOut(userId: string): void {
  import('./sign-out.js')
    .then(({ signOut }) => signOut(userId))
    .catch((error: unknown) => showError(describeError(error)));
}
