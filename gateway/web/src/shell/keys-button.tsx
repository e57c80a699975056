import { Keyboard } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useKeys } from './shortcuts.js';

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.js')).KeysDialog }));

/** Shows the keyboard shortcuts, by `?` or its button. */
export function KeysButton() {
  const [isOpen, setOpen] = useState(false);
  useKeys({ '?': { about: 'Keyboard shortcuts', run: () => setOpen(true) } });
  return (
    <>
      <button
        type="button"
        aria-label="Keyboard shortcuts"
        title="Press ?"
        onClick={() => setOpen(true)}
        className="rounded p-2 text-soft hover:bg-sunken hover:text-ink pointer-coarse:p-3.5"
      >
        <Keyboard size={16} aria-hidden />
      </button>
      {isOpen && (
        <Suspense>
          <KeysDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
