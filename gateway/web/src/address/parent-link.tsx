import type { PlainAppPath } from '@svc/web/shared/paths';
import { Link } from '@tanstack/react-router';
import { TEXT_LINK } from '../ui/text-link.js';
import { asLeft } from './left-lists.js';

/** Link from a record back to its list, with the last filters, sorting and search. */
export function ParentLink({ to, children }: { readonly to: PlainAppPath; readonly children: string }) {
  return (
    <p className="mb-2">
      <Link {...asLeft(to)} className={TEXT_LINK}>
        {children}
      </Link>
    </p>
  );
}
