import { describeError } from '../api/api-error.js';
import { isMissingChunk } from '../loading/missing-chunks.js';
import { showError } from '../ui/toasts.js';

/** Signs out, with code that loads only then; shows why if that fails. */
export function startSignOut(userId: string): void {
  import('./sign-out.js')
    .then(({ signOut }) => signOut(userId))
    .catch((error: unknown) =>
      showError(
        isMissingChunk(error) ? "Couldn't sign out: the server can't be reached. Try again." : describeError(error),
      ),
    );
}
