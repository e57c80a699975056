import { SignInForm } from '../sign-in/sign-in-form.js';
import { Dialog } from '../ui/dialog.js';

export function SignInDialog({ onSignedIn }: { readonly onSignedIn: (userId: string) => void }) {
  return (
    <Dialog title="Sign in again" isOpen>
      <p className="mb-4 text-soft">
        Your session has ended. The page stays as it is, and goes on when you have signed in.
      </p>
      <SignInForm onSignedIn={onSignedIn} />
    </Dialog>
  );
}
