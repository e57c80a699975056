import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';

const Palette = lazy(async () => ({ default: (await import('./palette.js')).Palette }));

/** Opens the palette by Ctrl K, anywhere, or by its button. */
export function PaletteKey() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex min-h-8 items-center gap-2.5 rounded-md border border-line-strong px-2.5 text-soft hover:bg-sunken pointer-coarse:min-h-11"
      >
        <Search size={15} aria-hidden />
        <span className="grow text-left">Search</span>
        <kbd className="font-sans text-[13px]">Ctrl K</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
