import { SignInForm } from '../sign-in/sign-in-form.js';
import { Dialog } from '../ui/dialogs/dialog.js';

interface SignInDialogProps {
  readonly onSignedIn: (userId: string) => void;
  /** The user of the page. */
  readonly email?: string | undefined;
  /** Absent when the page cannot continue before. */
  readonly onClose?: () => void;
}

/** A sign-in over the page, which stays as it is. */
export function SignInDialog({ onSignedIn, email, onClose }: SignInDialogProps) {
  return (
    <Dialog title="Sign in again" isOpen {...(onClose && { onClose })}>
      <p className="mb-4 text-soft">
        {onClose
          ? 'Your session is about to end. Sign in again to continue. Nothing you typed is lost.'
          : 'Your session ended. Sign in to continue. Nothing you typed is lost.'}
      </p>
      <SignInForm onSignedIn={onSignedIn} email={email} />
    </Dialog>
  );
}
