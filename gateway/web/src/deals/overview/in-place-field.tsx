import { Pencil } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Locked } from '../../access/locked.js';
import type { Deal } from '../deal-texts.js';
import { type EditableField, FIELDS_IN_PLACE } from './editable-fields.js';

const FieldEditor = lazy(async () => ({ default: (await import('./field-editor.js')).FieldEditor }));

interface InPlaceFieldProps {
  readonly deal: Deal;
  readonly name: EditableField;
  readonly label: string;
  /** Replaces the value where that is a link. */
  readonly link?: ReactNode;
  /** The value; nothing where there is none. */
  readonly children?: ReactNode;
}

/** A field of a deal: a click or Enter opens it for editors, and Esc cancels. */
export function InPlaceField({ deal, name, label, link, children }: InPlaceFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const isRedacted = FIELDS_IN_PLACE[name].some((field) => deal.access.redacted.includes(field));
  const value = isRedacted ? <Locked /> : link || children || <span className="text-soft">–</span>;
  const shown = (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-x-2 px-3">
      <dt className="py-1.5 text-soft pointer-coarse:py-3">{label}</dt>
      <dd className="flex min-w-0 items-start [overflow-wrap:anywhere]">
        {!deal.access.canEdit || isRedacted ? (
          <span className="min-w-0 py-1.5 pointer-coarse:py-3">{value}</span>
        ) : (
          <>
            {link && <span className="min-w-0 grow py-1.5 pointer-coarse:py-3">{link}</span>}
            <button
              ref={opener}
              type="button"
              onClick={() => setOpen(true)}
              className="group flex min-h-8 min-w-0 items-start gap-1.5 rounded px-2 py-1.5 text-left hover:bg-sunken not-only:ml-auto only:-ml-2 only:grow pointer-coarse:min-h-11 pointer-coarse:py-3"
            >
              <span className="sr-only">Change {label.toLowerCase()} </span>
              {!link && <span className="min-w-0 grow">{value}</span>}
              <Pencil
                size={13}
                aria-hidden
                className="mt-1 ml-auto shrink-0 text-soft opacity-40 group-hover:opacity-100 group-focus-visible:opacity-100"
              />
            </button>
          </>
        )}
      </dd>
    </div>
  );
  if (!isOpen) return shown;
  return (
    <Suspense fallback={shown}>
      <div className="my-1 border-y border-line bg-canvas px-3 py-2">
        <dt className="sr-only">{label}</dt>
        <dd>
          <FieldEditor deal={deal} name={name} onClose={() => setOpen(false)} />
        </dd>
      </div>
    </Suspense>
  );
}
