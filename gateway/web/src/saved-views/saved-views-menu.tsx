import { useNavigate, type NavigateOptions } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useList } from '../api/queries.js';
import { buttonClass } from '../ui/button.js';
import { MenuPopup } from '../ui/menu-popup.js';
import { SAVED_VIEWS, type SavedPath } from './saved-views.js';
import { searchOf } from './view-query.js';

const SaveViewDialog = lazy(async () => ({ default: (await import('./view-dialogs.js')).SaveViewDialog }));
const ManageViewsDialog = lazy(async () => ({ default: (await import('./view-dialogs.js')).ManageViewsDialog }));

interface SavedViewsMenuProps {
  readonly path: SavedPath;
  /** Shown until the views have been read. */
  readonly waiting: ReactNode;
}

/** The saved views of a list, open from the beginning. */
export function SavedViewsMenu({ path, waiting }: SavedViewsMenuProps) {
  const [open, setOpen] = useState<'save' | 'manage'>();
  const navigate = useNavigate();
  const list = path.slice(1);
  const views = useList('saved_views.list', { list });
  if (views.isPending) return waiting;
  const close = (): void => setOpen(undefined);
  return (
    <>
      <MenuPopup
        label={SAVED_VIEWS}
        className={buttonClass('quiet')}
        items={[
          ...views.items.map(({ name, query }) => ({
            label: name,
            run: () => void navigate({ to: path, search: searchOf(query) } as NavigateOptions),
          })),
          { label: 'Save this view…', run: () => setOpen('save'), isApart: true },
          ...(views.items.length > 0 ? [{ label: 'Manage views…', run: () => setOpen('manage') }] : []),
        ]}
      >
        Views <ChevronDown size={14} aria-hidden />
      </MenuPopup>
      <Suspense>
        {open === 'save' && <SaveViewDialog path={path} list={list} onClose={close} />}
        {open === 'manage' && <ManageViewsDialog views={views.items} onClose={close} />}
      </Suspense>
    </>
  );
}
