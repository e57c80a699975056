import { SignInForm } from '../sign-in/sign-in-form.js';
import { Dialog } from '../ui/dialog.js';

interface SignInDialogProps {
  readonly onSignedIn: (userId: string) => void;
  /** Absent when the page cannot go on before. */
  readonly onClose?: () => void;
}

/** Signs in over the page, which stays as it is. */
export function SignInDialog({ onSignedIn, onClose }: SignInDialogProps) {
  return (
    <Dialog title="Sign in again" isOpen {...(onClose && { onClose })}>
      <p className="mb-4 text-soft">
        {onClose
          ? 'A new sign-in takes the place of the session that is about to end. The page stays as it is.'
          : 'Your session has ended. The page stays as it is, and goes on when you have signed in.'}
      </p>
      <SignInForm onSignedIn={onSignedIn} />
    </Dialog>
  );
}
